/** Builds the entries of a world from what differs between them. */
import type { WorldContact, WorldEvent, WorldFile, WorldMail } from '../tools/world-state.ts';

/** For mails to one owner. */
export function createMailBuilder(
  owner: string,
): (
  header: readonly [id: string, from: string, subject: string, date: string],
  body: string,
  read?: boolean,
) => WorldMail {
  return ([id, from, subject, date], body, read = true) => ({
    ...{ id, from, to: [owner], cc: [], subject, date, body, attachments: [], read, folder: 'inbox' },
  });
}

/** `when` is a day with two times, such as `2026-03-10T10:00/10:30`; `zone` follows both. */
export function createEvent(
  id: string,
  title: string,
  when: string,
  place: string,
  description: string,
  organizer: string,
  attendees: readonly string[] = [],
  zone = '',
): WorldEvent {
  const [start = '', until = ''] = when.split('/');
  return {
    ...{ id, title, start: `${start}${zone}`, end: `${start.slice(0, 11)}${until}${zone}`, place, description },
    ...{ organizer, attendees: [...attendees], status: 'planned', answer: 'none' },
  };
}

/** `where` is the folder and the owner. */
export function createFile(
  id: string,
  name: string,
  [folder, owner]: readonly [string, string],
  text: string,
  shared: readonly string[] = [],
  permission = 'edit',
): WorldFile {
  return { id, name, folder, owner, text, shared_with: shared.map((email) => ({ email, permission })) };
}

export function createContact(
  id: string,
  name: string,
  relation: string,
  email: string,
  phone: string,
  more: Partial<WorldContact> = {},
): WorldContact {
  return { id, name, relation, email, phone, ...more };
}
