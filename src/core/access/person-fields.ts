/** Normalizes names and e-mail addresses for storage: one line of limited length, and addresses in lower case. */
import { DeputizeError } from '../errors.ts';

const NAME = /^[^\p{Cc}\p{Cf}]{1,200}$/u;
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,189}$/u;

/** Returns the name without surrounding spaces. Throws INVALID_REQUEST unless it is one line of 1 to 200 characters. */
export function toName(given: string): string {
  const name = given.normalize('NFC').trim();
  if (NAME.test(name)) return name;
  throw new DeputizeError('INVALID_REQUEST', 'A name is one line of 1 to 200 characters.');
}

/** Returns the address in lower case. Throws INVALID_REQUEST if it is not an e-mail address. */
export function toEmail(given: string): string {
  const email = given.normalize('NFC').trim().toLowerCase();
  if (EMAIL.test(email)) return email;
  throw new DeputizeError('INVALID_REQUEST', 'This is not an e-mail address.');
}
