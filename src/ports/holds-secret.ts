/** Whether a text contains a secret, also in forms that a server's answer may give it: encoded, or broken over lines. */
const SHORTEST = 6;

/**
 * Returns whether the text contains the secret: plain, split by white space, URL-encoded or in base64. Secrets below
 * six characters match only as they are.
 */
export function holdsSecret(text: string, secret: string): boolean {
  if (secret.length < SHORTEST) return text.includes(secret);
  const joined = text.replaceAll(/\\[nrt]|\s/g, '');
  const decoded = joined.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const plain = joined.replaceAll('-', '+').replaceAll('_', '/');
  const whole = secret.replaceAll(/\s/g, '');
  if (joined.includes(whole) || decoded.includes(whole)) return true;
  return inBase64(secret).some((form) => plain.includes(form));
}

/** The parts of its base64 form that do not depend on the bytes before and after it. */
function inBase64(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  return [0, 1, 2].map((before) => {
    const coded = btoa(' '.repeat(before) + bytes);
    const certain = Math.floor((before + bytes.length) / 3) * 4;
    return coded.slice(before === 0 ? 0 : 4, certain);
  });
}
