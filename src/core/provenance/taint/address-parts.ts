/** Finds the parts of an address that can carry data: all but the registered domain name. */
import { limitAccents } from '../words.ts';

/** Writes letters in one form: in lower case, without variants that look alike. */
export const normalize = (text: string): string => limitAccents(text).normalize('NFKC').toLowerCase();

/** Splits text into the parts of addresses, in a normal form. */
export function partsOf(text: string): string[] {
  return normalize(decoded(text)).split(/[^\p{L}\p{N}]+/u);
}

/** Returns what can be chosen freely in an address: all but the registered domain name. Empty for an e-mail address. */
export function tailOf(address: string): string {
  const [, host = '', rest = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)?([^/?#]*)(.*)$/is.exec(address.trim()) ?? [];
  return host.includes('@') ? '' : `${host.split('.').slice(0, -2).join('.')} ${rest}`;
}

function decoded(text: string): string {
  // Decodes each group separately, so an invalid code does not keep others from being decoded.
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

/** Long enough that two equal parts are not a coincidence. */
export const isLong = (part: string): boolean => part.length >= 6 || (part.length >= 4 && /\d/.test(part));
