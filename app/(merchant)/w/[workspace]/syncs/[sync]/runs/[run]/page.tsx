import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CancelDialog } from "@/components/runs/cancel-dialog";
import { LiveQueries } from "@/components/runs/live-queries";
import { RunLive } from "@/components/runs/run-live";
import { runQuery } from "@/components/runs/run-query";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { readRun } from "@/lib/use-cases/runs/read-run";
import { submitApproval, submitCancel, submitPause } from "../../../actions";
import { found } from "../../../found";

interface Props {
  params: Promise<{ workspace: string; sync: string; run: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("runs"))("title") };
}

/** The server reads the run once; from there the browser keeps it up to date. */
export default async function RunPage({ params }: Props) {
  const { workspace, sync, run: runId } = await params;
  const context = await enterWorkspace(workspace);
  const run = found(await readRun(context, { runId }));
  if (run.syncId !== sync) notFound();
  const t = await getTranslations("syncs");
  const home = `/w/${context.workspaceId}/syncs`;
  const client = new QueryClient();
  client.setQueryData(runQuery(context.workspaceId, run.id).queryKey, run);
  return (
    <LiveQueries state={dehydrate(client)}>
      <RunLive
        workspaceId={context.workspaceId}
        runId={run.id}
        crumbs={[
          { label: t("title"), href: home },
          { label: run.syncName, href: `${home}/${run.syncId}` },
        ]}
        massChangeActions={context.role === "viewer" ? null : { approve: submitApproval, pause: submitPause }}
        cancel={
          context.role === "viewer" ? null : (
            <CancelDialog hidden={{ workspace: context.workspaceId, runId: run.id }} action={submitCancel} />
          )
        }
      />
    </LiveQueries>
  );
}
