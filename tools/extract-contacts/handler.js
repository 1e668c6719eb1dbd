import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min';

import { ErrorType } from '../_core/error-types.js';

const EMAIL =
  /(?<![\w.+-])[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w@])/g;
/** Two to four words that begin with a capital letter, with initials and the little words between them. */
const WORD = String.raw`\p{Lu}[\p{L}\p{M}'’-]*\.?`;
const NAME = new RegExp(
  String.raw`${WORD}(?:[ \t]+(?:(?:van|von|de|der|den|da|di|la|le|bin|al)[ \t]+){0,2}${WORD}){1,3}`,
  'gu',
);
const NO_NAME =
  /^(?:best|kind|warm|many|yours|dear|hello|hi|mit|freundlichen|viele|liebe|sehr|cordialement|bien|phone|tel|mobile|mail|email|fax|call|contact|from|to|sent)\b/i;

export async function execute({ args }) {
  const country = args.default_country?.toUpperCase();
  if (country !== undefined && !isSupportedCountry(country))
    return { ok: false, error: { type: ErrorType.VALIDATION, message: `There is no country "${country}".` } };
  const contacts = args.text
    .split(/\n[ \t]*\n/)
    .flatMap((paragraph) => contactsIn(paragraph, country))
    .reduce(merge, []);
  return { ok: true, data: { contacts } };
}

function contactsIn(text, country) {
  const found = [...emailsIn(text), ...phonesIn(text, country)].sort((a, b) => a.at - b.at);
  if (found.length === 0) return [];
  const names = namesIn(text, found);
  // With one name or none everything is that one's; with more, each thing belongs to the last name before it.
  if (names.length < 2) return [contactOf(names[0]?.text, found)];
  const owners = names.map(({ text: name, at }) => ({ name, at, things: [] }));
  for (const thing of found) (owners.findLast(({ at }) => at <= thing.at) ?? owners[0]).things.push(thing);
  return owners.filter(({ things }) => things.length > 0).map(({ name, things }) => contactOf(name, things));
}

function emailsIn(text) {
  return [...text.matchAll(EMAIL)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    email: match[0],
  }));
}

function phonesIn(text, country) {
  return findPhoneNumbersInText(text, { defaultCountry: country, v2: true }).map(({ number, startsAt, endsAt }) => ({
    at: startsAt,
    end: endsAt,
    phone: {
      number: number.number,
      international: number.formatInternational(),
      ...(number.country === undefined ? {} : { country: number.country }),
      ...(number.ext === undefined ? {} : { extension: number.ext }),
    },
  }));
}

/** Names that lead to something: on its line before it, or on a line of their own above. */
function namesIn(text, found) {
  const isTaken = (at, end) => found.some((thing) => at < thing.end && end > thing.at);
  const lines = text.split('\n');
  const names = [];
  let start = 0;
  for (const line of lines) {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    const here = found.filter(({ at }) => at >= from && at < to);
    for (const match of line.matchAll(NAME)) {
      const at = from + match.index;
      const isAlone = line.trim() === match[0];
      const leads = here.some((thing) => thing.at > at && text.slice(at + match[0].length, thing.at).length <= 30);
      if (isTaken(at, at + match[0].length) || NO_NAME.test(match[0]) || !(isAlone || leads)) continue;
      names.push({ text: match[0].replaceAll(/[ \t]+/g, ' '), at });
    }
  }
  return names;
}

function contactOf(name, things) {
  const emails = [...new Set(things.flatMap(({ email }) => email ?? []))];
  const phones = things.flatMap(({ phone }) => phone ?? []);
  return {
    ...(name === undefined ? {} : { name }),
    ...(emails.length === 0 ? {} : { emails }),
    ...(phones.length === 0 ? {} : { phones: uniquePhones(phones) }),
  };
}

const uniquePhones = (phones) => [
  ...new Map(phones.map((phone) => [`${phone.number} ${phone.extension ?? ''}`, phone])).values(),
];

/** Merges contacts that share an address or a number. */
function merge(contacts, next) {
  const shares = (one) =>
    (one.emails ?? []).some((email) => next.emails?.includes(email)) ||
    (one.phones ?? []).some(({ number }) => next.phones?.some((phone) => phone.number === number));
  const known = contacts.find(shares);
  if (!known) return [...contacts, next];
  const name = known.name ?? next.name;
  const emails = [...new Set([...(known.emails ?? []), ...(next.emails ?? [])])];
  const phones = uniquePhones([...(known.phones ?? []), ...(next.phones ?? [])]);
  const merged = {
    ...(name === undefined ? {} : { name }),
    ...(emails.length === 0 ? {} : { emails }),
    ...(phones.length === 0 ? {} : { phones }),
  };
  return contacts.map((contact) => (contact === known ? merged : contact));
}
