import { createTranslator, type useTranslations } from "next-intl";
import { type FindingTranslators, type FindingWords, findingWords } from "@/lib/i18n/finding-words";
import { localeOf } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import type { AlertMessage } from "./message";
import type { NoticeFacts } from "./notice-facts";
import { oneLine } from "./one-line";

/** What people are told, in the workspace's language and zone. @param origin where browsers reach this installation */
export async function composeMessage(facts: NoticeFacts, origin: string): Promise<AlertMessage> {
  const { workspace, sync, finding, occasion } = facts;
  const say = await translators(workspace);
  const words = finding && findingWords(say, finding);
  const home = `${origin}/w/${workspace.id}`;
  const url = sync ? `${home}/syncs/${sync.id}` : finding ? `${home}/findings` : `${home}/alerts`;
  const told = occasion === "cleared" ? null : words;
  const message = {
    id: facts.deliveryId,
    occasion,
    severity: facts.severity,
    kind: finding?.kind ?? null,
    findingId: finding?.id ?? null,
    workspace: workspace.name,
    sync,
    subject: subjectOf(say.notices, facts, words?.title ?? ""),
    cause: told && [told.cause, ...told.figures].join(" "),
    effect: told?.effect ?? null,
    next: told?.next ?? null,
    url,
    atMs: finding?.openedAtMs ?? facts.writtenAtMs,
  };
  return { ...message, lines: linesOf(say.notices, facts, words, message) };
}

async function translators({ locale: asked, timeZone }: NoticeFacts["workspace"]) {
  const locale = localeOf(asked);
  const messages = await loadMessages(locale);
  const of = (namespace: string) => createTranslator({ locale, messages, namespace, timeZone }) as unknown;
  return { notices: of("notices"), findings: of("findings"), failures: of("failures") } as FindingTranslators & {
    notices: ReturnType<typeof useTranslations<"notices">>;
  };
}

function subjectOf(
  t: ReturnType<typeof useTranslations<"notices">>,
  { occasion, sync }: NoticeFacts,
  title: string,
): string {
  return t(`subjects.${occasion}`, { title, sync: sync ? oneLine(sync.name, 80) : t("whole_workspace") });
}

function linesOf(
  t: ReturnType<typeof useTranslations<"notices">>,
  facts: NoticeFacts,
  words: FindingWords | null,
  message: Omit<AlertMessage, "lines">,
): string[] {
  const { cause, effect, next, sync } = message;
  return [
    headline(t, facts, words),
    "",
    ...(sync ? [t("sync", { name: oneLine(sync.name) })] : []),
    t("workspace", { name: oneLine(message.workspace) }),
    ...(cause === null ? [] : [t("cause", { text: cause })]),
    ...(effect === null ? [] : [t("effect", { text: effect })]),
    ...(next === null ? [] : [t("next", { text: next })]),
    "",
    t("link", { url: message.url }),
    ...(facts.escalated ? [t("escalated")] : []),
    t("reference", { id: message.id }),
  ];
}

function headline(
  t: ReturnType<typeof useTranslations<"notices">>,
  { occasion, finding, workspace }: NoticeFacts,
  words: FindingWords | null,
): string {
  if (finding === null || words === null) return t("test");
  const { title } = words;
  if (occasion === "cleared") {
    const span = spanOf(t, (finding.resolvedAtMs ?? finding.openedAtMs) - finding.openedAtMs);
    return finding.byPerson ? t("cleared_by_person", { title, span }) : t("cleared", { title, span });
  }
  if (occasion === "test") return t("test");
  return t(`since.${occasion}`, { title, at: new Date(finding.openedAtMs), zone: workspace.timeZone });
}

function spanOf(t: ReturnType<typeof useTranslations<"notices">>, ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return t("span.minutes", { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t("span.hours", { n: hours }) : t("span.days", { n: Math.round(hours / 24) });
}
