import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { StandIn, StandInAnswer, StandInHost, StandInRequest, StateChange } from "@/lib/sandbox/contract";
import { jsonAnswer } from "@/lib/sandbox/http-answer";

/** A mail as it arrived. */
export interface StoredMail {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  messageId: string;
}

const MAILS_KEPT = 200;
const switchSchema = z.object({ stopped: z.boolean() });

export interface MailStandIn extends StandIn {
  /** Whether the mailer turns everybody away. */
  isStopped(): boolean;
  take(mail: Omit<StoredMail, "id" | "at">): void;
}

/** The demo's mailbox: whatever the mail server beside it took, and a switch that stops that server. It has no HTTP API. */
export function createMailStandIn(host: StandInHost): MailStandIn {
  let mails: StoredMail[] = [];
  let stopped = false;

  function apply(change: StateChange): void {
    switch (change.kind) {
      case "reset":
        mails = [];
        stopped = false;
        return;
      case "mail":
        mails = [change.mail as StoredMail, ...mails].slice(0, MAILS_KEPT);
        return;
      case "switched":
        stopped = change.stopped === true;
        return;
      default:
        throw new Error(`Unknown change of the mailbox: ${change.kind}`);
    }
  }
  const commit = (change: StateChange) => {
    apply(change);
    host.record(change);
  };

  return {
    name: "mail",
    knownFaults: [],
    handle: async () => jsonAnswer(404, { error: "The mailbox is reached by SMTP" }),
    control: async (request) => answer(request, { mails, stopped }, commit),
    apply,
    snapshot: () => [
      ...mails.toReversed().map((mail) => ({ kind: "mail", mail })),
      ...(stopped ? [{ kind: "switched", stopped }] : []),
    ],
    isStopped: () => stopped,
    take: (mail) => commit({ kind: "mail", mail: { ...mail, id: randomUUID(), at: host.now().toISOString() } }),
  };
}

function answer(
  { method, path, body }: StandInRequest,
  state: { mails: StoredMail[]; stopped: boolean },
  commit: (change: StateChange) => void,
): StandInAnswer {
  if (method === "GET" && path === "/mails") return jsonAnswer(200, state);
  if (method !== "PUT" || path !== "/mailer") return jsonAnswer(404, { error: "No such control call" });
  const wanted = switchSchema.safeParse(JSON.parse(body || "null"));
  if (!wanted.success) return jsonAnswer(422, { error: "stopped is true or false" });
  commit({ kind: "switched", stopped: wanted.data.stopped });
  return jsonAnswer(200, wanted.data);
}
