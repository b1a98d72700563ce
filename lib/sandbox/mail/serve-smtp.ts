import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { MailStandIn } from "@/lib/sandbox/mail/stand-in";

const MOST_BYTES = 1024 * 1024;

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A mail server on loopback that puts all it is given into the mailbox; stopped, it turns everybody away with 421. */
export async function serveSmtp(mailbox: MailStandIn, port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    size: MOST_BYTES,
    closeTimeout: 500,
    onConnect: (_session, done) => (mailbox.isStopped() ? done(refusal(421, "4.3.2 The mailer is stopped")) : done()),
    onData(stream, session, done) {
      store(
        mailbox,
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then(() => done(), done);
    },
  });
  server.on("error", () => {}); // a client that breaks off is no fault of ours
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function store(mailbox: MailStandIn, stream: AsyncIterable<Buffer>, to: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  mailbox.take({
    from: mail.from?.address ?? "",
    to,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    messageId: mail.messageId ?? "",
  });
}
