/**
 * Every kind of object with an owner, for the matrix: its objects, who sees them, and every way to request them. Another kind of
 * object is one more entry in the list.
 */
import { vi } from 'vitest';

import { getPostOfficeFolder } from '../../../../src/app/demo/demo-folder.ts';
import { openPostOffice } from '../../../../src/connectors/mail/post-office.ts';
import { share, type Company, type Somebody } from '../../../support/worlds/company.ts';

export interface Thing {
  readonly id: string;
  isSeenBy(viewer: Somebody): boolean;
}

/** Asks for one thing by its id. */
interface Way {
  readonly name: string;
  /** Whatever is answered; compared as a whole where the thing is not to be seen. */
  ask(company: Company, viewer: Somebody, id: string): Promise<unknown>;
  isFound(answer: unknown): boolean;
}

/** Asks for all there is. */
interface Listing {
  readonly name: string;
  ask(company: Company, viewer: Somebody): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
}

export interface ObjectKind {
  readonly kind: string;
  make(company: Company): Promise<readonly Thing[]>;
  readonly ways: readonly Way[];
  readonly listings: readonly Listing[];
}

/** What is answered, without the id that was asked for: that is the asker's own word. */
const without = (id: string, answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(id, '<id>')) as unknown;

/** A tool that names a thing. */
const byTool = (tool: string, args: (id: string, company: Company) => object): Way => ({
  name: tool,
  ask: async (company, viewer, id) => without(id, await company.call(viewer, tool, args(id, company))),
  isFound: (answer) => ['ok', 'reported'].includes((answer as { state: string }).state),
});

/** A route that names a thing. */
const byRoute = (name: string, path: (id: string) => string, json?: object): Way => ({
  name,
  ask: async (company, viewer, id) => {
    const { status, body } = await company.route(viewer, path(id), json);
    return { status, body: without(id, body) };
  },
  isFound: (answer) => (answer as { status: number }).status === 200,
});

const listed = (name: string, path: string, key: string, idOf: string): Listing => ({
  name,
  ask: async (company, viewer) => {
    const { body } = await company.route(viewer, path);
    const ids = (body[key] as Record<string, string>[]).map((item) => item[idOf] ?? '');
    return { ids, total: ids.length };
  },
});

/** A tool that answers a list and how long it is. */
const counted = (tool: string, args: object, key: string): Listing => ({
  name: `${tool} ${JSON.stringify(args)}`,
  ask: async (company, viewer) => {
    const { value } = await company.call(viewer, tool, args);
    const found = value as Record<string, { id: string }[]> & { total: number };
    return { ids: (found[key] ?? []).map(({ id }) => id), total: found.total };
  },
});

/** One for each person, seen by them alone. */
const ofEach = async (company: Company, make: (owner: Somebody) => Promise<string>): Promise<Thing[]> => {
  const things: Thing[] = [];
  for (const owner of company.everyone) {
    const id = await make(owner);
    things.push({ id, isSeenBy: (viewer) => viewer.id === owner.id });
  }
  return things;
};

const emailOf = (id: string, { everyone, left }: Company): string =>
  everyone.find((person) => person.id === id)?.email ?? (id === left.id ? left.email : `${id}@example.com`);

/** One for each person and one for each department. Only that person or the members of that department see it. */
const ofEachAudience = async (
  company: Company,
  make: (name: string, member: Somebody, departmentId: string | undefined) => Promise<string>,
): Promise<Thing[]> => {
  const things = await ofEach(company, (owner) => make(owner.email, owner, undefined));
  for (const { id, name, organization } of company.departments) {
    const member = company.everyone.find(
      (person) => person.role === 'super_user' && person.departmentIds.join() === id,
    );
    if (!member) throw new Error(`nobody is in ${name} alone`);
    const made = await make(`${name}-${organization}@example.com`.toLowerCase(), member, id);
    things.push({ id: made, isSeenBy: (viewer) => viewer.departmentIds.includes(id) });
  }
  return things;
};

const signal = new AbortController().signal;
const organizationOf = ({ server }: Company) => {
  const { organization } = server.assembly;
  if (!organization) throw new Error('the preset is not there');
  return organization;
};

/** An account of each audience, with one mail in it. Answers the accounts by their addresses. */
const mailAccounts = (company: Company): Promise<Thing[]> => {
  const office = openPostOffice(getPostOfficeFolder(company.server.assembly.data));
  const { mail } = organizationOf(company);
  const place = { host: 'localhost', port: 1, security: 'none' } as const;
  return ofEachAudience(company, async (address, { person }, departmentId) => {
    await office.open(address);
    const raw = new TextEncoder().encode(
      `From: Zoe <zoe@example.org>\r\nTo: ${address}\r\nSubject: A giraffe\r\n\r\nFor ${address}.\r\n`,
    );
    await office.put(address, 'INBOX', { raw, isSeen: false, receivedAt: Date.now() });
    const settings = { imap: place, smtp: place, user: address };
    const given = { departmentId, address, settings, secret: { password: 'none' } };
    const { id } = await mail.accounts.add(person, given);
    await mail.administration(person).synchronize(id, signal);
    return id;
  });
};

export const objectKinds: readonly ObjectKind[] = [
  {
    kind: 'notifications',
    make: (company) =>
      ofEach(company, async (owner) => {
        const { runtime } = company.server.assembly;
        const args = { userId: owner.id, message: 'to myself' };
        return (await runtime.call({ preset: 'organization', tool: 'relay_message', args }, owner.agent)).callId;
      }),
    ways: [
      {
        name: 'POST /api/notifications/read',
        ask: async (company, viewer, id) => company.route(viewer, '/api/notifications/read', { ids: [id] }),
        isFound: (answer) => (answer as { body: { marked: number } }).body.marked === 1,
      },
    ],
    listings: [listed('GET /api/notifications', '/api/notifications', 'notifications', 'id')],
  },
  {
    kind: 'calls',
    make: (company) =>
      ofEach(company, async (owner) => {
        const { runtime } = company.server.assembly;
        return (await runtime.call({ preset: 'organization', tool: 'get_user_info', args: {} }, owner.agent)).callId;
      }),
    ways: [
      byRoute('GET /api/calls/:id', (id) => `/api/calls/${id}`),
      byRoute('GET /api/calls/:id/result', (id) => `/api/calls/${id}/result`),
      byTool('read_result', (callId) => ({ callId, offset: 0 })),
    ],
    listings: [],
  },
  {
    kind: 'colleagues',
    make: async ({ everyone, left }) => [
      ...everyone.map((target) => ({
        id: target.id,
        isSeenBy: (viewer: Somebody) => viewer.id === target.id || share(viewer, target),
      })),
      { id: left.id, isSeenBy: () => false },
    ],
    ways: [
      byTool('get_user_info', (userId) => ({ userId })),
      byTool('get_user_info', (userId, company) => ({ userId, email: emailOf(userId, company) })),
      byTool('relay_message', (userId) => ({ userId, message: 'hello' })),
    ],
    listings: [],
  },
  {
    kind: 'colleagues, by address',
    make: async ({ everyone, left }) => [
      ...everyone.map((target) => ({ id: target.email, isSeenBy: (viewer: Somebody) => share(viewer, target) })),
      { id: left.email, isSeenBy: () => false },
    ],
    ways: [byTool('get_user_info', (email) => ({ email }))],
    listings: [],
  },
  {
    kind: 'members',
    make: async ({ everyone }) =>
      everyone.map((target) => ({ id: target.id, isSeenBy: (viewer: Somebody) => share(viewer, target) })),
    ways: [],
    listings: [
      {
        name: 'get_team_members',
        ask: async (company, viewer) => {
          const { value } = await company.call(viewer, 'get_team_members', {});
          const { members, total } = value as { members: { id: string }[]; total: number };
          return { ids: members.map(({ id }) => id), total };
        },
      },
    ],
  },
  {
    kind: 'departments',
    make: async ({ departments }) =>
      departments.map(({ id }) => ({ id, isSeenBy: (viewer: Somebody) => viewer.departmentIds.includes(id) })),
    ways: [byTool('get_team_members', (departmentId) => ({ departmentId }))],
    listings: [
      {
        name: 'get_user_info of oneself',
        ask: async (company, viewer) => {
          const { value } = await company.call(viewer, 'get_user_info', {});
          const ids = (value as { departments: { id: string }[] }).departments.map(({ id }) => id);
          return { ids, total: ids.length };
        },
      },
    ],
  },
  {
    kind: 'files',
    make: async (company) => {
      const things: Thing[] = [];
      const reading: Promise<void>[] = [];
      const keep = async (owner: Somebody, tool: string, args: object, isSeenBy: Thing['isSeenBy']) => {
        const { value } = await company.call(owner, tool, args);
        const { id } = value as { id: string };
        const isRead = async (): Promise<void> => {
          const { value: found } = await company.call(owner, 'search_files', { query: 'zebra' });
          const { files } = found as { files: { id: string; indexed: boolean }[] };
          if (!files.some((file) => file.id === id && file.indexed)) throw new Error(`${tool}: not indexed yet`);
        };
        reading.push(vi.waitFor(isRead, { timeout: 90_000, interval: 500 }));
        things.push({ id, isSeenBy });
      };
      for (const owner of company.everyone) {
        const content = Buffer.from(`A zebra of ${owner.email}.`).toString('base64');
        const args = { filename: 'mine.txt', content, contentType: 'text/plain', autoSave: false };
        await keep(owner, 'upload_file', args, (viewer) => viewer.id === owner.id);
      }
      for (const { id, name } of company.departments) {
        const member = company.everyone.find((person) => person.departmentIds.join() === id);
        if (!member) throw new Error(`nobody is in ${name} alone`);
        const args = { filename: `${name}.md`, content: `A zebra of ${name}.`, format: 'markdown' };
        await keep(member, 'create_file', args, (viewer) => viewer.departmentIds.includes(id));
      }
      await Promise.all(reading);
      return things;
    },
    ways: [byTool('get_file_content', (fileId) => ({ fileId }))],
    listings: [
      counted('search_files', {}, 'files'),
      counted('search_files', { query: 'zebra' }, 'files'),
      counted('semantic_search', { query: 'zebra', types: ['file'], threshold: 0 }, 'results'),
    ],
  },
  {
    kind: 'conversations',
    make: (company) =>
      ofEach(company, async ({ person }) => {
        const { conversations } = company.server.assembly.runtime;
        return (await conversations.create(person, { preset: 'organization', model: 'none', title: 'Mine' })).id;
      }),
    ways: [
      byRoute('GET /api/conversations/:id', (id) => `/api/conversations/${id}`),
      byRoute('POST /api/conversations/:id/cancel', (id) => `/api/conversations/${id}/cancel`, {}),
    ],
    listings: [listed('GET /api/conversations', '/api/conversations', 'conversations', 'id')],
  },
  {
    kind: 'access tokens',
    make: (company) =>
      ofEach(company, async ({ person }) => {
        const { credentials } = company.server.assembly.runtime;
        return (await credentials.listTokens(person))[0]?.id ?? '';
      }),
    ways: [],
    listings: [listed('GET /api/tokens', '/api/tokens', 'tokens', 'id')],
  },
  {
    kind: 'approvals',
    make: (company) =>
      ofEach(company, async (owner) => {
        const { runtime } = company.server.assembly;
        await runtime.changeSetting('user', owner.id, 'relay_message', 'ask', owner.person);
        const args = { userId: owner.id, message: 'later' };
        const asked = await runtime.call({ preset: 'organization', tool: 'relay_message', args }, owner.agent);
        if (asked.state !== 'pending') throw new Error(JSON.stringify(asked));
        return asked.approval.id;
      }),
    ways: [
      byRoute('GET /api/approvals/:id', (id) => `/api/approvals/${id}`),
      byRoute('POST /api/approvals/:id/rehearse', (id) => `/api/approvals/${id}/rehearse`, {
        args: { userId: 'x', message: 'x' },
      }),
    ].map((way) => (way.name.includes('rehearse') ? { ...way, isFound: (answer) => !isMissing(answer) } : way)),
    listings: [listed('GET /api/approvals', '/api/approvals', 'approvals', 'id')],
  },
  {
    kind: 'grants',
    make: (company) =>
      ofEach(company, async (owner) => {
        const { runtime } = company.server.assembly;
        const [waiting] = await runtime.approvals.list(owner.person);
        const decision = { decision: 'approve', remember: 'always', via: 'test' } as const;
        await runtime.approvals.decide(waiting?.id ?? '', decision, owner.person);
        return (await runtime.grants(owner.person))[0]?.id ?? '';
      }),
    ways: [],
    listings: [listed('GET /api/grants', '/api/grants', 'grants', 'id')],
  },
  {
    kind: 'calendars',
    make: (company) =>
      ofEach(company, async ({ person }) => {
        const calendars = organizationOf(company).calendar.administration(person);
        return (await calendars.add({ kind: 'local', name: 'Mine' }, signal)).id;
      }),
    ways: [
      byTool('read_calendar', (accountId) => ({ accountId })),
      {
        ...byTool('create_calendar_event', (accountId) => ({
          ...{ title: 'Any', start: '2026-03-04T10:00:00Z', end: '2026-03-04T11:00:00Z', accountId },
        })),
        isFound: (answer) => (answer as { state: string }).state === 'pending',
      },
    ],
    listings: [],
  },
  {
    kind: 'events',
    make: (company) =>
      ofEach(company, async ({ agent }) => {
        const acting = { principal: agent, preset: 'organization', mode: 'text' } as const;
        const { organizationCalendar } = organizationOf(company).capabilities(acting);
        const start = new Date(Date.now() + 86_400_000);
        const end = new Date(start.getTime() + 3_600_000).toISOString();
        const event = { title: 'Mine', location: '', description: '', attendees: [], accountId: undefined };
        const made = await organizationCalendar?.create(
          { ...event, start: start.toISOString(), end, sendInvites: false },
          ...([`matrix-${agent.userId}`, undefined, async () => undefined, signal] as const),
        );
        return made?.id ?? '';
      }),
    ways: [],
    listings: [counted('read_calendar', {}, 'events')],
  },
  {
    kind: 'mail accounts',
    make: mailAccounts,
    ways: [
      {
        ...byTool('send_email', (accountId) => ({ to: ['zoe@example.org'], subject: 'Any', body: 'Any', accountId })),
        isFound: (answer) => (answer as { state: string }).state === 'pending',
      },
    ],
    listings: [],
  },
  {
    kind: 'mails',
    // Those of the accounts above: each is known by the one mailbox that it was sent to.
    make: async ({ everyone, departments }) => [
      ...everyone.map((owner) => ({ id: owner.email, isSeenBy: (viewer: Somebody) => viewer.id === owner.id })),
      ...departments.map(({ id, name, organization }) => ({
        id: `${name}-${organization}@example.com`.toLowerCase(),
        isSeenBy: (viewer: Somebody) => viewer.departmentIds.includes(id),
      })),
    ],
    ways: [
      {
        name: 'search_emails by what only that mail says',
        ask: async (company, viewer, id) =>
          without(id, await company.call(viewer, 'search_emails', { query: `"For ${id}"` })),
        isFound: (answer) => (answer as { value: { total: number } }).value.total === 1,
      },
    ],
    listings: [
      {},
      { query: 'giraffe' },
      { sender: 'zoe@example.org' },
      { subject: 'giraffe', folder: 'inbox' },
      { unreadOnly: true },
    ].map((args): Listing => ({
      name: `search_emails ${JSON.stringify(args)}`,
      ask: async (company, viewer) => {
        const { value } = await company.call(viewer, 'search_emails', args);
        const { emails, total } = value as { emails: { preview: string }[]; total: number };
        return { ids: emails.map(({ preview }) => preview.replace(/^For (.*)\.$/, '$1')), total };
      },
    })),
  },
];

const isMissing = (answer: unknown): boolean =>
  (answer as { body: { error?: { message: string } } }).body.error?.message === 'There is no such approval.';
