import ipaddr from "ipaddr.js";
import { err, ok, type Result } from "@/lib/kernel/result";

export const URL_FAULTS = [
  "url_unreadable",
  "url_scheme",
  "url_port",
  "url_credentials",
  "url_literal_address",
  "url_host",
] as const;
export type UrlFault = (typeof URL_FAULTS)[number];

const MOST_CHARACTERS = 2_000;

/**
 * Reads an address that a user gave: https on 443, a host by name with a dot in it, no credentials. The URL standard turns decimal, octal, hexadecimal and
 * short forms of IPv4 into dotted ones, so that one look after parsing refuses them all. Says nothing yet about where the name leads.
 */
export function readOutboundUrl(text: string): Result<URL, UrlFault> {
  if (text.length > MOST_CHARACTERS || !URL.canParse(text)) return err("url_unreadable");
  const url = new URL(text);
  if (url.protocol !== "https:") return err("url_scheme");
  if (url.port !== "") return err("url_port");
  if (url.username !== "" || url.password !== "") return err("url_credentials");
  const host = url.hostname;
  if (host.startsWith("[") || ipaddr.isValid(host)) return err("url_literal_address");
  if (!isPublicName(host)) return err("url_host");
  return ok(url);
}

/** Names that mean this machine or its own network (RFC 6761, RFC 8375, RFC 9476), and names without a dot, which search lists complete. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|alt|onion|invalid|test|example)$/;

function isPublicName(host: string): boolean {
  if (host.endsWith(".") || host.length > 253) return false;
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(host) && !PRIVATE_NAMES.test(host);
}
