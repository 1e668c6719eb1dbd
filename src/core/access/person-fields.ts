/** Names and e-mail addresses as they are kept: one line, bounded, and an address in one spelling. */
import { DeputizeError } from '../errors.ts';

const NAME = /^[^\p{Cc}\p{Cf}]{1,200}$/u;
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,189}$/u;

export function toName(given: string): string {
  const name = given.normalize('NFC').trim();
  if (NAME.test(name)) return name;
  throw new DeputizeError('INVALID_REQUEST', 'A name is one line of 1 to 200 characters.');
}

export function toEmail(given: string): string {
  const email = given.normalize('NFC').trim().toLowerCase();
  if (EMAIL.test(email)) return email;
  throw new DeputizeError('INVALID_REQUEST', 'This is not an e-mail address.');
}
