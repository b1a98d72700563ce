import { InvariantViolation } from "@/lib/kernel/errors";
import { err, ok, type Result } from "@/lib/kernel/result";

/** Which hosts a connector may speak to. `allowLoopback` is for demo and test installations, whose stand-ins listen on this machine. */
export interface HostPolicy {
  allowLoopback: boolean;
}

export type HostFault = "not_a_url" | "not_https" | "host_not_allowed" | "has_credentials_or_query";

export const BREVO_URL = "https://api.brevo.com/v3";

const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Whether this is the permanent domain of a shop, written in its one form: lower case, nothing around it. */
export const isShopDomain = (domain: string): boolean => SHOP_DOMAIN.test(domain);

/** @returns the URL under which a shop's Admin API lies, e.g. `https://night-demo.myshopify.com` */
export function shopifyUrl(text: string, policy: HostPolicy): Result<URL, HostFault> {
  return checkUrl(text, policy, isShopDomain);
}

/** @returns Brevo's base URL, version included, without a slash at its end */
export function brevoUrl(text: string, policy: HostPolicy): Result<URL, HostFault> {
  return checkUrl(text, policy, (host) => host === "api.brevo.com");
}

function checkUrl(text: string, policy: HostPolicy, isVendor: (host: string) => boolean): Result<URL, HostFault> {
  if (!URL.canParse(text)) return err("not_a_url");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return err("has_credentials_or_query");
  if (policy.allowLoopback && LOOPBACK.has(url.hostname) && /^https?:$/.test(url.protocol)) return ok(url);
  if (url.protocol !== "https:") return err("not_https");
  return url.port === "" && isVendor(url.hostname) ? ok(url) : err("host_not_allowed");
}

/** For clients, whose caller has checked the URL before: a refused one here is a bug. */
export function demandUrl(result: Result<URL, HostFault>): URL {
  if (result.ok) return result.value;
  throw new InvariantViolation(`Connector host refused: ${result.error}`);
}
