import dns from "node:dns/promises";
import https from "node:https";
import { err, ok, type Result } from "@/lib/kernel/result";
import { readOutboundUrl, type UrlFault } from "./outbound-url";
import { isPublicAddress } from "./public-address";

/*
 * The one way to call an address that a user gave (alert webhooks). https on 443, no redirects; the name is resolved once, every address it has must be
 * public, and the connection goes to that very address: a name that answers differently the second time reaches nothing.
 */

export const OUTBOUND_FAULTS = ["host_unknown", "address_refused", "timeout", "tls", "connection"] as const;
export type OutboundFault = UrlFault | (typeof OUTBOUND_FAULTS)[number];

interface OutboundPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What it may reach. Tests reach loopback by giving another; nothing reads one from the environment. */
export interface OutboundPolicy {
  readUrl(text: string): Result<URL, UrlFault>;
  /** @returns every address of the name */
  resolve(host: string): Promise<string[]>;
  mayReach(address: string): boolean;
  port: number;
  timeoutMs: number;
  /** PEM of the authorities that are trusted instead of the usual ones. */
  ca?: string;
}

export const PUBLIC_ONLY: OutboundPolicy = {
  readUrl: readOutboundUrl,
  resolve: async (host) => (await dns.lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
  port: 443,
  timeoutMs: 5_000,
};

const MOST_ANSWER_BYTES = 64 * 1024;

/** Posts, and reads no more than 64 KB of the answer. @returns the status as it came, redirects included: they are not followed. Never rejects. */
export async function postOutbound(
  post: OutboundPost,
  policy: OutboundPolicy = PUBLIC_ONLY,
): Promise<Result<{ status: number }, OutboundFault>> {
  const deadline = Date.now() + policy.timeoutMs;
  const url = policy.readUrl(post.url);
  if (!url.ok) return url;
  const address = await within(policy.timeoutMs, resolvePublic(url.value.hostname, policy));
  if (!address.ok) return address;
  return exchange(url.value, address.value, post, policy, Math.max(1, deadline - Date.now()));
}

async function resolvePublic(host: string, policy: OutboundPolicy): Promise<Result<string, OutboundFault>> {
  const addresses = await policy.resolve(host).catch(() => []);
  const [first] = addresses;
  if (first === undefined) return err("host_unknown");
  return addresses.every((address) => policy.mayReach(address)) ? ok(first) : err("address_refused");
}

function within<T>(timeoutMs: number, work: Promise<Result<T, OutboundFault>>): Promise<Result<T, OutboundFault>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<T, OutboundFault>>((resolve) => {
    timer = setTimeout(() => resolve(err("timeout")), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function exchange(
  url: URL,
  address: string,
  { headers, body }: OutboundPost,
  { port, ca }: OutboundPolicy,
  timeoutMs: number,
): Promise<Result<{ status: number }, OutboundFault>> {
  return new Promise((resolve) => {
    const request = https.request({
      method: "POST",
      // The address, not the name: nothing is looked up a second time. TLS still proves the name.
      host: address,
      servername: url.hostname,
      port,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.hostname, "content-length": Buffer.byteLength(body) },
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    });
    const settle = (result: Result<{ status: number }, OutboundFault>) => {
      clearTimeout(timer);
      resolve(result);
      request.destroy();
    };
    // The status is the receipt: a body that hangs, breaks off or never ends changes nothing about it.
    let status: Result<{ status: number }, OutboundFault> | undefined;
    const timer = setTimeout(() => settle(status ?? err("timeout")), timeoutMs);
    request.on("error", (error) => settle(status ?? err(faultOf(error))));
    request.on("response", (answer) => {
      const came = ok({ status: answer.statusCode ?? 0 });
      status = came;
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_ANSWER_BYTES) settle(came);
      });
      for (const end of ["end", "error", "close"]) answer.on(end, () => settle(came));
    });
    request.end(body);
  });
}

/** Codes of node:tls begin so, and those of OpenSSL's certificate checks. */
function faultOf(error: NodeJS.ErrnoException): OutboundFault {
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/.test(error.code ?? "")
    ? "tls"
    : "connection";
}
