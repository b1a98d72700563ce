import net, { type AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Mailer } from "@/lib/alerts/channels/email";

/** What the server does with the next messages. */
export type MailManner = "take" | "defer" | "refuse_receiver" | "refuse_message" | "hang";

const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

/** A real SMTP server on loopback, with manners. */
export async function loopbackMail() {
  const mails: { mail: Email; to: string[]; raw: string }[] = [];
  const state: { manner: MailManner } = { manner: "take" };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo: (_address, _session, done) => {
      if (state.manner === "defer") return done(refusal(451, "4.7.1 Greylisted, come again"));
      if (state.manner === "refuse_receiver") return done(refusal(550, "5.1.1 No such mailbox"));
      done();
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      if (state.manner === "refuse_message") return done(refusal(554, "5.6.0 Not this message"));
      const raw = Buffer.concat(chunks).toString("utf8");
      mails.push({ raw, mail: await PostalMime.parse(raw), to: session.envelope.rcptTo.map(({ address }) => address) });
      // Taken, and the answer is lost.
      if (state.manner === "hang") return;
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    mails,
    state,
    mailer: mailerTo((server.server.address() as AddressInfo).port),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const mailerTo = (port: number): Mailer => ({
  url: `smtp://127.0.0.1:${port}`,
  from: "Nightpost <alerts@nightpost.dev>",
  timeoutMs: 600,
});

/** A port that accepts connections and says what `greet` writes, or nothing. */
export async function rudeServer(greet: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    mailer: mailerTo((server.address() as AddressInfo).port),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
