/** Distinguishes public internet addresses from all others: private, local, reserved, or mapped to one of those. */
import ipaddr from 'ipaddr.js';

// In addition to ipaddr.js: addresses that look public but answer only inside one provider's network.
const INSIDE = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range));
// Only this part of IPv6 is assigned for public use; 3ffe::/16 was returned.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const GIVEN_BACK = ipaddr.IPv6.parseCIDR('3ffe::/16');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** `address` is a plain IPv4 or IPv6 address. Anything that is not one is not public. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const v6 = ipaddr.IPv6.parse(address);
  // Networks without IPv4 reach its hosts through this prefix; every other form with an IPv4 address inside is refused.
  if (v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  return v6.range() === 'unicast' && v6.match(GLOBAL_UNICAST) && !v6.match(GIVEN_BACK) && !isIsatap(v6);
}

function isPublicV4(v4: ipaddr.IPv4): boolean {
  return v4.range() === 'unicast' && !INSIDE.some((range) => v4.match(range));
}

/** RFC 5214: an interface identifier that hides an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);
}

/**
 * Returns one spelling for each address that can be connected to. An IPv6 address that leads to an IPv4 one (mapped, NAT64)
 * becomes that one. Undefined for anything that is not an address.
 */
export function toPlainAddress(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return undefined;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(NAT64))
    return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
  return parsed.toNormalizedString();
}

/** Compares two addresses, whatever their spelling. */
export function isSameAddress(one: string, other: string): boolean {
  const plain = toPlainAddress(one);
  return plain !== undefined && plain === toPlainAddress(other);
}
