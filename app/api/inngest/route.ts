import { createEngineRoute } from "@/inngest/serve-app";

export const dynamic = "force-dynamic";

const answer = createEngineRoute(
  () => process.env,
  async () => (await import("@/lib/composition")).createEngineDeps(),
);

export const GET = answer;
export const HEAD = answer;
export const POST = answer;
export const PUT = answer;
export const PATCH = answer;
export const DELETE = answer;
export const OPTIONS = answer;
