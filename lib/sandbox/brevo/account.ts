import { json } from "@/lib/sandbox/brevo/answers";
import type { Plan } from "@/lib/sandbox/brevo/settings";
import type { StandInAnswer } from "@/lib/sandbox/contract";

const IDENTITY = {
  organization_id: "6650f3c2a1b4d8e9f0123456",
  user_id: 4_711_001,
  companyName: "Harbour & Pine",
  email: "owner@harbourandpine.example",
  firstName: "Mara",
  lastName: "Lindqvist",
  address: {
    city: "Gothenburg",
    country: "Sweden",
    street: "Hamngatan 12",
    zipCode: "41114",
  },
  dateTimePreferences: {
    timezone: "Europe/Stockholm",
    timeFormat: "24h",
    dateFormat: "dd-mm-yyyy",
  },
  relay: {
    enabled: true,
    data: {
      userName: "owner@harbourandpine.example",
      relay: "smtp.example",
      port: 587,
    },
  },
  marketingAutomation: { enabled: false },
};

const PLAN_ENTRIES: Readonly<Record<Plan, { type: "free" | "subscription"; credits: number; name: string }>> = {
  free: { type: "free", credits: 300, name: "Free" },
  starter: { type: "subscription", credits: 20_000, name: "Starter" },
  professional: {
    type: "subscription",
    credits: 150_000,
    name: "Professional",
  },
  enterprise: { type: "subscription", credits: 1_000_000, name: "Enterprise" },
};

/** `GET /account`: one organisation whose plan is the one switched on. */
export function getAccount(plan: Plan): StandInAnswer {
  const { type, credits, name } = PLAN_ENTRIES[plan];
  return json(200, {
    ...IDENTITY,
    enterprise: plan === "enterprise",
    plan: [{ type, credits, creditsType: "sendLimit" }],
    planVerticals: [
      {
        planCategory: "Marketing",
        planType: type,
        name,
        status: "active",
        startDate: "1767225600",
        endDate: "1798761600",
        users: { purchasedSeats: "3", usedSeats: "1" },
      },
    ],
  });
}
