import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AnswerControls } from "@/components/findings/answer-controls";
import { FindingCard, ResolvedFindings } from "@/components/findings/finding-card";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireRole } from "@/lib/use-cases/context";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listOpenFindings, type WorkspaceFinding } from "@/lib/use-cases/findings/list-open-findings";
import { submitAnswer } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("findings"))("title") };
}

export default async function FindingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const context = await enterWorkspace((await params).workspace);
  const list = await listOpenFindings(context, {});
  if (!list.ok) throw new Error(list.error.code);
  const { now, resolved } = list.value;
  const t = await getTranslations("findings");
  const mayAnswer = requireRole(context, "editor").ok;
  return (
    <>
      <PageHeader title={t("title")} description={t("page.description")} />
      <div className="grid gap-6">
        {mayAnswer ? null : <Banner tone="info" title={t("page.read_only")} />}
        {now.length === 0 ? (
          <EmptyState icon={CircleCheck} title={t("page.empty")}>
            {t("page.empty_body")}
          </EmptyState>
        ) : (
          <section aria-label={t("page.now")} className="grid gap-4">
            <h2 className="sr-only">{t("page.now")}</h2>
            {now.map((finding) => (
              <Answerable key={finding.id} workspaceId={context.workspaceId} finding={finding} mayAnswer={mayAnswer} />
            ))}
          </section>
        )}
        {resolved.length === 0 ? null : (
          <Card title={t("page.resolved")} flush>
            <ResolvedFindings findings={resolved} />
          </Card>
        )}
      </div>
    </>
  );
}

interface AnswerableProps {
  workspaceId: string;
  finding: WorkspaceFinding;
  mayAnswer: boolean;
}

async function Answerable({ workspaceId, finding, mayAnswer }: AnswerableProps) {
  const t = await getTranslations("findings");
  const controls = mayAnswer ? (
    <AnswerControls
      workspaceId={workspaceId}
      findingId={finding.id}
      title={t(`kinds.${finding.kind.replaceAll(".", "_")}`)}
      acknowledged={finding.acknowledged}
      answer={submitAnswer}
    />
  ) : null;
  return <FindingCard workspaceId={workspaceId} finding={finding} controls={controls} />;
}
