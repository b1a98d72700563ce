import nodemailer, { type SentMessageInfo } from "nodemailer";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { AlertMessage, SendFault } from "../message";
import { oneLine } from "../one-line";
import type { Receipt } from "./post";

/** The installation's mail server. */
export interface Mailer {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password inside. */
  url: string;
  from: string;
  /** For each wait of a dialogue; the whole takes at most twice as long. */
  timeoutMs: number;
}

/** Sends a notice as plain text. `null`: this installation has no mail server. The Message-ID is the delivery's: at a repeat it is the same. */
export async function sendEmail(
  mailer: Mailer | null,
  to: string,
  message: AlertMessage,
): Promise<Result<Receipt, SendFault>> {
  if (mailer === null) return err({ code: "mail_unconfigured", final: false });
  const transport = nodemailer.createTransport(transportOptions(mailer));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<Receipt, SendFault>>((resolve) => {
    timer = setTimeout(() => resolve(err({ code: "mail_timeout", final: false })), 2 * mailer.timeoutMs);
  });
  try {
    const sent = transport.sendMail(mailOf(mailer, to, message)).then(receiptOf, (error) => err(faultOf(error)));
    return await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function transportOptions({ url, timeoutMs }: Mailer) {
  const server = new URL(url);
  const secure = server.protocol === "smtps:";
  const user = decodeURIComponent(server.username);
  return {
    host: server.hostname,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(server.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailOf({ from }: Mailer, to: string, message: AlertMessage) {
  const domain = from.replace(/^.*@/, "").replace(/[^a-z0-9.-].*$/i, "") || "nightpost.invalid";
  const thread = message.findingId ?? message.id;
  return {
    from,
    // As an object: nothing in the address is read as a list.
    to: { name: "", address: to },
    subject: oneLine(message.subject),
    text: message.lines.join("\n"),
    messageId: `<${message.id}@${domain}>`,
    // All notices of one finding hang together in the reader's mailbox.
    references: `<finding-${thread}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Nightpost-Delivery": message.id },
  };
}

function receiptOf({ response, rejected }: SentMessageInfo): Result<Receipt, SendFault> {
  if (rejected && rejected.length > 0) return err({ code: "mail_refused", final: true });
  return ok({ status: Number.parseInt(response ?? "", 10) || 250 });
}

/** @see https://nodemailer.com/errors (codes), RFC 5321 4.2.1 (4yz: try again, 5yz: do not) */
function faultOf(error: { code?: string; responseCode?: number }): SendFault {
  const status = error.responseCode;
  const answered = status === undefined ? {} : { status };
  if (error.code === "EAUTH" || error.code === "ENOAUTH") return { code: "mail_login", final: false, ...answered };
  if (error.code === "ETLS") return { code: "mail_tls", final: false, ...answered };
  if (status !== undefined && status >= 500 && (error.code === "EENVELOPE" || error.code === "EMESSAGE"))
    return { code: "mail_refused", final: true, status };
  if (status !== undefined) return { code: "mail_deferred", final: false, status };
  if (error.code === "ETIMEDOUT") return { code: "mail_timeout", final: false };
  return { code: "mail_connection", final: false };
}
