import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LiveQueries } from "@/components/runs/live-queries";
import { ActiveFaultsCard } from "@/components/sandbox/active-faults-card";
import { AnyFaultCard } from "@/components/sandbox/any-fault-card";
import { JournalCard } from "@/components/sandbox/journal-card";
import { SecretsCard } from "@/components/sandbox/secrets-card";
import { TrialsCard } from "@/components/sandbox/trials-card";
import { watchQuery } from "@/components/sandbox/watch-query";
import type { Context } from "@/lib/use-cases/context";
import { readKnownFaults } from "@/lib/use-cases/sandbox/faults";
import { watchSandbox } from "@/lib/use-cases/sandbox/watch-sandbox";
import { submitRemoveFault, submitScheduleFault, submitSwitchSecret } from "./actions";
import { enterSandbox, orUnreachable } from "./enter-sandbox";
import { SandboxFrame, Unreachable } from "./sandbox-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sandbox"))("title") };
}

export default async function SandboxPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { context, mayChange } = await enterSandbox(params);
  return (
    <SandboxFrame workspaceId={context.workspaceId} mayChange={mayChange}>
      <Faults context={context} mayChange={mayChange} />
    </SandboxFrame>
  );
}

async function Faults({ context, mayChange }: { context: Context; mayChange: boolean }) {
  const { workspaceId } = context;
  const [knownResult, watchResult] = await Promise.all([readKnownFaults(context), watchSandbox(context)]);
  const [known, watch] = [orUnreachable(knownResult), orUnreachable(watchResult)];
  if (known === null || watch === null) return <Unreachable />;
  const queries = new QueryClient();
  queries.setQueryData(watchQuery(workspaceId).queryKey, watch);
  const [turn, remove] = mayChange ? [submitSwitchSecret, submitRemoveFault] : [];
  return (
    <LiveQueries state={dehydrate(queries)}>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <SecretsCard workspaceId={workspaceId} side="shopify" turn={turn} />
        <SecretsCard workspaceId={workspaceId} side="brevo" turn={turn} />
      </div>
      <TrialsCard workspaceId={workspaceId} schedule={mayChange ? submitScheduleFault : undefined} />
      <ActiveFaultsCard workspaceId={workspaceId} remove={remove} />
      <JournalCard workspaceId={workspaceId} />
      {mayChange ? <AnyFaultCard workspaceId={workspaceId} known={known} schedule={submitScheduleFault} /> : null}
    </LiveQueries>
  );
}
