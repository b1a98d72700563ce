import ipaddr from "ipaddr.js";

/**
 * Whether an address belongs to the open internet: not private, loopback, link-local, CGNAT, documentation, multicast, nor an IPv6 form that carries such an
 * IPv4 address inside (mapped, NAT64, 6to4, Teredo, compatible). IPv6: global unicast (2000::/3, RFC 4291) alone. Unreadable: no.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv4") return isFourPart(text);
  return address.match(ipaddr.parse("2000::"), 3);
}

/** ipaddr.js also reads `0x7f000001`, `2130706433` and `0177.0.0.1`, which resolvers never give. */
const isFourPart = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text);
