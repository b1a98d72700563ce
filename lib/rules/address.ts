const LOCAL_MAX = 64;
const ADDRESS_MAX = 254;
const DOMAIN_MAX = 253;

/** Dot-atom of RFC 5322 with the letters of RFC 6531. Quoted local parts and invisible or bidi characters are no plausible address. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_TEXT = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LABEL = /^(?=.*[a-z])[a-z0-9-]{2,}$/;

/**
 * One spelling per address: trimmed, lower-case, NFC, the domain in its ASCII (punycode) form, so that equal addresses have equal hashes. Idempotent.
 * @returns null for what is no plausible address: nothing is repaired or guessed
 */
export function normaliseAddress(text: string): string | null {
  const lower = text.trim().toLowerCase().normalize("NFC");
  const at = lower.lastIndexOf("@");
  if (at < 1) return null;
  const local = lower.slice(0, at);
  if (!LOCAL.test(local) || new TextEncoder().encode(local).length > LOCAL_MAX) return null;
  const domain = asciiDomain(lower.slice(at + 1));
  if (domain === null) return null;
  const address = `${local}@${domain}`;
  return new TextEncoder().encode(address).length <= ADDRESS_MAX ? address : null;
}

/** The URL parser knows IDNA. It also reads "1.2" or "0x7f.1" as an IP address, whose last label has no letter and is refused. */
function asciiDomain(text: string): string | null {
  if (!DOMAIN_TEXT.test(text)) return null;
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
  if (url === null || url.hostname.length > DOMAIN_MAX) return null;
  const labels = url.hostname.split(".");
  const top = labels.at(-1) ?? "";
  return labels.length >= 2 && TOP_LABEL.test(top) && labels.every((label) => LABEL.test(label)) ? url.hostname : null;
}
