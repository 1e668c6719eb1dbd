/** What an address can carry: the pieces of which it is put together, but for the name that somebody registered. */

/** The pieces of which addresses are put together, in one normal form. */
export function partsOf(text: string): string[] {
  return decoded(text)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** What of an address is free to be chosen: all but the name that somebody registered. Of an e-mail address that is nothing. */
export function tailOf(address: string): string {
  const [, host = '', rest = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)?([^/?#]*)(.*)$/is.exec(address.trim()) ?? [];
  return host.includes('@') ? '' : `${host.split('.').slice(0, -2).join('.')} ${rest}`;
}

function decoded(text: string): string {
  // One by one: what is no code stays as it is, and hides nothing beside it.
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

/** Long enough not to be the same by chance. */
export const isLong = (part: string): boolean => part.length >= 6 || (part.length >= 4 && /\d/.test(part));
