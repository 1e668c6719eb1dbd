/** Secrets that must come out nowhere: how a server may hand one back, and whether a text gives it away. */
/** A secret in every way in which a server could hand it back. */
export const spelled = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64'),
  encodeURIComponent(secret).replaceAll('c', '%63'),
  secret.replaceAll(/(.{7})/g, '$1\n'),
];

/** As it is, in base64 at any offset, with its letters coded, or broken over lines. */
export function isIn(text: string, canary: string): boolean {
  const joined = text.replaceAll(/\\[nrt]|\s/g, '');
  const decoded = joined.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const coded = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${canary}`)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [canary, ...coded].some((form) => joined.includes(form) || decoded.includes(form));
}
