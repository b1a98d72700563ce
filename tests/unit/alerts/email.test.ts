import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sendEmail } from "@/lib/alerts/channels/email";
import { composeMessage } from "@/lib/alerts/compose-message";
import type { NoticeFacts } from "@/lib/alerts/notice-facts";
import { loopbackMail, rudeServer } from "../../support/mail-server";
import { noticeFacts } from "./notice-facts";

const server = await loopbackMail();
afterAll(server.close);
beforeEach(() => {
  server.mails.length = 0;
  server.state.manner = "take";
});

const ORIGIN = "https://nightpost.dev";
const send = async (facts: Partial<NoticeFacts> = {}, mailer: Parameters<typeof sendEmail>[0] = server.mailer) =>
  sendEmail(mailer, "ann@shop.dev", await composeMessage(noticeFacts(facts), ORIGIN));

describe("e-mail over a real SMTP server", () => {
  test("says cause, effect, next step and where to look; the receipt is the server's reply code", async () => {
    expect(await send()).toEqual({ ok: true, value: { status: 250 } });
    const [one] = server.mails;
    expect(one?.to).toEqual(["ann@shop.dev"]);
    expect(one?.mail).toMatchObject({
      subject: "Access is lost: Customers to Newsletter",
      messageId: "<00000000-0000-4000-8000-000000000001@nightpost.dev>",
      from: { address: "alerts@nightpost.dev" },
    });
    expect(one?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(one?.mail.text?.trim()).toBe(
      [
        "Access is lost, since Nov 30, 2026, 9:00 AM (Europe/Berlin).",
        "",
        "Sync: Customers to Newsletter",
        "Workspace: Linden & Söhne",
        "Cause: Shopify refused our access token.",
        "Effect: Nothing is read or sent until access is given back. The bookmark stays where it was, so nothing is lost.",
        "What to do: Renew the token of the shop's connection; then resume.",
        "",
        "Look at it: https://nightpost.dev/w/w1/syncs/s1",
        "Reference: 00000000-0000-4000-8000-000000000001",
      ].join("\n"),
    );
  });

  test.each([
    ["defer", { code: "mail_deferred", final: false, status: 451 }],
    ["refuse_receiver", { code: "mail_refused", final: true, status: 550 }],
    ["refuse_message", { code: "mail_refused", final: true, status: 554 }],
    ["hang", { code: "mail_timeout", final: false }],
  ] as const)("a server that answers with %s", async (manner, error) => {
    server.state.manner = manner;
    expect(await send()).toEqual({ ok: false, error });
  });

  test("a server that drops the connection, hangs from the start, is at its limit, or talks nonsense: try again", async () => {
    const rude: [(socket: import("node:net").Socket) => void, string][] = [
      [(socket) => socket.destroy(), "mail_connection"],
      [() => {}, "mail_timeout"],
      [(socket) => socket.end("421 4.3.2 too busy\r\n"), "mail_deferred"],
      [(socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"), "mail_"],
    ];
    for (const [greet, code] of rude) {
      const { mailer, close } = await rudeServer(greet);
      const sent = await send({}, mailer);
      close();
      expect(sent).toMatchObject({ ok: false, error: { code: expect.stringContaining(code), final: false } });
    }
  });

  test("no server at the port, and no server at all", async () => {
    const { mailer, close } = await rudeServer(() => {});
    close();
    expect(await send({}, mailer)).toEqual({ ok: false, error: { code: "mail_connection", final: false } });
    expect(await send({}, null)).toEqual({ ok: false, error: { code: "mail_unconfigured", final: false } });
  });

  test("names with line breaks begin no header, no line and no other receiver", async () => {
    const evil = "Sale\r\nBcc: eve@evil.dev\r\n\r\nYou won\u2028Cause: nothing\n.\r\nRCPT TO:<eve@evil.dev>";
    await send({
      sync: { id: "s1", name: evil },
      workspace: { ...noticeFacts().workspace, name: evil },
    });
    const [one] = server.mails;
    expect(server.mails).toHaveLength(1);
    expect(one?.to).toEqual(["ann@shop.dev"]);
    expect(one?.mail.bcc).toBeUndefined();
    expect(one?.raw).not.toMatch(/^bcc:/im);
    expect(one?.mail.subject).toContain("Sale Bcc: eve@evil.dev You won Cause: nothing .");
    expect(one?.mail.text?.split("\n").filter((line) => line.startsWith("Cause:"))).toHaveLength(1);
  });

  test("an address is never read as a list", async () => {
    const message = await composeMessage(noticeFacts(), ORIGIN);
    await sendEmail(server.mailer, "ann@shop.dev, eve@evil.dev", message);
    expect(server.mails.flatMap(({ to }) => to)).not.toContain("eve@evil.dev");
  });
});
