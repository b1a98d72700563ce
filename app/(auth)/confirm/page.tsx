import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/text-link";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import { returnPath } from "@/lib/auth/return-path";
import { currentUser } from "@/lib/auth/session";
import { AuthCard } from "../auth-card";
import { DemoForm } from "../sign-in/demo-form";
import { ConfirmForm } from "./confirm-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("confirm"))("title") };
}

/** Asks for the password again before what is dangerous: the session that follows is a recent one. */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const asked = (await searchParams).next;
  const next = returnPath(typeof asked === "string" ? asked : undefined);
  const user = await currentUser();
  if (!user) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
  const t = await getTranslations("confirm");
  return (
    <AuthCard title={t("title")} footer={<TextLink href={next}>{t("back")}</TextLink>}>
      <p className="text-center text-muted text-sm">{t("body", { email: user.email })}</p>
      {isDemoInstallation() ? <DemoForm next={next} /> : null}
      <ConfirmForm next={next} />
    </AuthCard>
  );
}
