/** Fills a new installation with the example company, through the same code that handles real people, mail and files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { composeMail } from '../../connectors/mail/compose.ts';
import { openPostOffice } from '../../connectors/mail/post-office.ts';
import { OWNER, type Principal } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import { newMeeting } from '../../domains/organization/calendar/meeting.ts';
import { deriveUuid } from '../../domains/organization/derive-uuid.ts';
import type { AppAssembly } from '../assemble/assemble.ts';
import type { OrganizationServices } from '../organization/open.ts';
import { COLLEAGUES, COMPANY, DEPARTMENTS, toMailboxAddress, YOU, type DepartmentName } from './demo-company.ts';
import { getPostOfficeFolder } from './demo-folder.ts';
import { demoEvents } from './events.ts';
import { demoFiles } from './files.ts';
import { demoMails, PEOPLE, type DemoMail } from './mails.ts';

const HERE = { host: 'localhost', port: 1, security: 'none' } as const;
const SIGNAL = new AbortController().signal;

interface Filling {
  readonly assembly: AppAssembly;
  readonly organization: OrganizationServices;
  readonly now: number;
  readonly ids: ReadonlyMap<DepartmentName, string>;
  readonly people: ReadonlyMap<string, Principal>;
}

export async function fillDemo(assembly: AppAssembly): Promise<void> {
  const { organization } = assembly;
  if (!organization) throw new Error('the example company needs the organization preset');
  const { ids, people } = await hire(assembly);
  const filling: Filling = { assembly, organization, now: Date.now(), ids, people };
  const mails = demoMails(filling.now);
  await post(filling, mails);
  await keepFiles(filling);
  await plan(filling);
  await talk(filling);
  await forOneself(filling, mails);
  await leaveWaiting(assembly);
}

async function hire({ runtime, owner }: AppAssembly): Promise<Pick<Filling, 'ids' | 'people'>> {
  const { people, directory } = runtime;
  const admin = await owner('person', 'demo');
  await people.renameOrganization(admin, COMPANY);
  const ids = new Map<DepartmentName, string>();
  for (const name of DEPARTMENTS) ids.set(name, await people.createDepartment(admin, name));
  const departmentIds = (names: readonly DepartmentName[]): string[] => names.flatMap((name) => ids.get(name) ?? []);
  const { name, email, departments } = YOU;
  const { revision } = await people.user(admin, OWNER);
  await people.changeUser(admin, OWNER, { name, email, departmentIds: departmentIds(departments), revision });
  const hired = new Map([[email, await owner('person', 'demo')]]);
  for (const person of COLLEAGUES) {
    const { id } = await people.createUser(admin, { ...person, departmentIds: departmentIds(person.departments) });
    hired.set(person.email, await directory.principal(id, 'person', 'demo'));
  }
  return { ids, people: hired };
}

async function post({ assembly, organization, ids, people }: Filling, mails: readonly DemoMail[]): Promise<void> {
  const office = openPostOffice(getPostOfficeFolder(assembly.data));
  const { mail } = organization;
  const boxes = [
    ...PEOPLE.map(({ name, email }) => ({ name, address: email, by: email, departmentId: undefined })),
    ...DEPARTMENTS.map((name) => ({
      name,
      address: toMailboxAddress(name),
      by: YOU.email,
      departmentId: ids.get(name),
    })),
  ];
  for (const { address } of boxes) await office.open(address);
  for (const one of mails)
    await office.put(one.mailbox, one.folder, { raw: await written(one), isSeen: one.isSeen, receivedAt: one.at });
  for (const { name, address, by, departmentId } of boxes) {
    const settings = { imap: HERE, smtp: HERE, user: address };
    const secret = { password: 'none' };
    const principal = whois(people, by);
    const { id } = await mail.accounts.add(principal, { departmentId, address, name, settings, secret });
    await mail.administration(principal).synchronize(id, SIGNAL);
  }
}

async function written({ from, to, subject, text, at, mailbox }: DemoMail): Promise<Uint8Array> {
  const messageId = `<${await deriveUuid(['demo', mailbox, subject, String(at)])}@example.com>`;
  const sender = `${from.name} <${from.email}>`;
  const letter = { from: sender, to: [to], cc: [], subject, text, html: undefined, attachments: [] };
  return composeMail({ ...letter, messageId, date: at });
}

async function keepFiles({ organization, people }: Filling): Promise<void> {
  for (const { department, filename, contentType, content } of demoFiles()) {
    // A file belongs to the department only if its author is in no other department.
    const member = PEOPLE.find(({ departments }) => departments.join() === department);
    const files = organization.filesOf(whois(people, member?.email ?? ''));
    const id = await deriveUuid(['demo', 'file', filename]);
    await files.add({ id, filename, contentType, content, isPersonal: false, isText: false });
  }
}

async function plan(filling: Filling): Promise<void> {
  const { organization, people, now } = filling;
  for (const person of PEOPLE) {
    const principal = whois(people, person.email);
    const { id: own } = await organization.calendar
      .administration(principal)
      .add({ kind: 'local', name: 'Private' }, SIGNAL);
    const accounts = await organization.calendar.administration(principal).list();
    const work = accounts.find(({ id }) => id !== own)?.id;
    const { organizationCalendar } = requireCapabilities(filling, principal);
    for (const [at, { calendar, event }] of demoEvents(person, now).entries())
      await organizationCalendar.create(
        { ...event, accountId: calendar === 'private' ? own : work },
        ...([`demo-${person.email}-${at}`, undefined, async () => undefined, SIGNAL] as const),
      );
  }
}

const MESSAGES = [
  ['ada@example.com', 'Sample Bakery wants to ride the Packhorse tomorrow. Can you be there at ten?', 'Test ride'],
  ['cleo@example.com', 'Two more axles were cracked. Shall we write to the rest of the customers today?', 'Recall'],
  ['ben@example.com', 'The leaflets for the trade fair are at the printer.', 'Trade fair'],
] as const;

/** Adds messages to the user who starts the demo, and one of their conversations with the assistant. */
async function talk(filling: Filling): Promise<void> {
  const { assembly, people } = filling;
  const you = whois(people, YOU.email);
  for (const [from, message, context] of MESSAGES) {
    const { team } = requireCapabilities(filling, whois(people, from));
    await team.relay(await deriveUuid(['demo', message]), you.userId, message, context, SIGNAL);
  }
  const usage = { inputTokens: 0, outputTokens: 0 };
  await assembly.runtime.conversations.create(you, {
    ...{ preset: 'organization', model: 'example', title: 'Which bicycle for a day care?' },
    seed: [
      { role: 'user', text: 'Which of our bicycles would suit a day care with twelve children?' },
      {
        ...{ role: 'assistant', calls: [], usage },
        text: 'Two Bakfiets Duo: each carries six children with belts. Several towns pay a third of the price.',
      },
    ],
  });
}

/** Fills what the personal preset reads: forwarded mail, a calendar and files. Also fills the folder of the workspace preset. */
async function forOneself({ assembly, now, people }: Filling, mails: readonly DemoMail[]): Promise<void> {
  for (const mail of mails.filter(({ mailbox, folder }) => mailbox === YOU.email && folder === 'INBOX'))
    await assembly.mail.inbox.deliver(await written(mail), { via: 'file' });
  const { calendar } = assembly.calendars.capabilities(OWNER);
  for (const [at, { event }] of demoEvents(YOU, now).entries()) {
    const { title, location, description, start, end } = event;
    const uid = `demo-${at}`;
    const when = { allDay: false, start: Date.parse(start), end: Date.parse(end) };
    const nobody = { attendees: [], organizer: undefined };
    await calendar.create(
      { uid, data: newMeeting({ uid, title, when, now, location, description, ...nobody }) },
      SIGNAL,
    );
  }
  const note = { key: 'ideas.md', content: '# Ideas\n\n- a trailer for the Longtail\n- lights that follow the road\n' };
  await assembly.runtime.call({ preset: 'personal', tool: 'write_file', args: note }, whois(people, YOU.email));
  await mkdir(assembly.workspace.folder, { recursive: true });
  await writeFile(join(assembly.workspace.folder, 'README.md'), '# Range\n\nHow far a bicycle gets on one charge.\n');
  await writeFile(
    join(assembly.workspace.folder, 'range.py'),
    'def kilometres(watt_hours, load):\n    """How far it gets with this load in kilograms."""\n    return watt_hours / (5 + load / 50)\n\n\nprint(round(kilometres(500, 100)))\n',
  );
}

/** Leaves one pending call for the user to decide: a mail that the assistant would send. */
async function leaveWaiting({ runtime, owner }: AppAssembly): Promise<void> {
  const body = 'Hello Ada,\n\ngladly: I will be there at ten, with a charged Packhorse.\n\nRobin';
  const args = { to: ['ada@example.com'], subject: 'Test ride tomorrow', body };
  await runtime.call({ preset: 'organization', tool: 'send_email', args }, await owner('agent', 'demo'));
}

function requireCapabilities(
  { organization }: Filling,
  principal: Principal,
): Pick<Capabilities, 'organizationCalendar' | 'team'> {
  const { organizationCalendar, team } = organization.capabilities({ principal, preset: 'organization', mode: 'text' });
  if (organizationCalendar && team) return { organizationCalendar, team };
  throw new Error('the organization preset was opened without its powers');
}

function whois(people: Filling['people'], email: string): Principal {
  const found = people.get(email);
  if (found) return found;
  throw new Error(`${email} is no user of the example company`);
}
