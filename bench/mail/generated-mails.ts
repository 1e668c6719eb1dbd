/** Any number of mails from the words, senders and subjects of a real corpus. The same seed makes the same mails. */
import PostalMime from 'postal-mime';

import { readOrdinaryMails } from '../../test/support/cases/material.ts';
import { seededRandom, pickInteger } from '../../test/support/cases/seeded-random.ts';

export interface GeneratedMail {
  readonly raw: Uint8Array;
  readonly address: string;
  readonly date: number;
  /** A word of its subject or its first sentence. */
  readonly word: string;
}

const FIRST = Date.UTC(2015, 0, 1);
const SPAN = 10 * 365 * 86_400_000;

export async function generateMails(count: number): Promise<(at: number) => GeneratedMail> {
  const words: string[] = [];
  const senders = new Map<string, string>();
  for (const { bytes } of readOrdinaryMails()) {
    const { from, text = '', subject = '' } = await PostalMime.parse(bytes);
    if (from?.address) senders.set(from.address.toLowerCase(), from.name);
    words.push(
      ...(`${subject} ${text.slice(0, 1_500)}`.match(/\b[a-z]{3,12}\b/gi) ?? []).map((word) => word.toLowerCase()),
    );
  }
  const people = [...senders];
  return (at) => {
    const random = seededRandom(at * 7_919 + count);
    const some = (howMany: number) =>
      Array.from({ length: howMany }, () => words[pickInteger(random, words.length)] ?? 'word');
    // A few write much and many write little, as it is.
    const [address = '', name = ''] = people[Math.floor(random() ** 2 * people.length)] ?? [];
    const date = FIRST + Math.floor((random() * SPAN) / 1_000) * 1_000;
    const [subject, lead, rest] = [some(6), some(28), some(60)];
    const text = [
      `From: "${name.replaceAll(/[^\w ]/g, '')}" <${address}>`,
      'To: inbox@example.com',
      `Subject: ${subject.join(' ')}`,
      `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${at}.${count}@bench.example.com>`,
      '',
      `${lead.join(' ')}.`,
      '',
      `${rest.join(' ')}.`,
      '',
    ].join('\r\n');
    const word = [...subject, ...lead][pickInteger(random, 34)] ?? '';
    return { raw: new TextEncoder().encode(text), address, date, word };
  };
}
