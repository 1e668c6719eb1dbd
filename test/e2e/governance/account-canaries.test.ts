/** The secrets of mail, calendar and search accounts, at servers that hand them back in their errors: they come out nowhere. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { brave } from '../../../src/connectors/web-search/brave.ts';
import { tavily } from '../../../src/connectors/web-search/tavily.ts';
import type { NewMailAccount } from '../../../src/ports/organization-mail.ts';
import { isIn, spelled } from '../../support/worlds/canaries.ts';
import { startEchoingImap, startEchoingSmtp, type EchoingServer } from '../../support/servers/echoing-servers.ts';
import { startCompany, type Company } from '../../support/worlds/mail-company.ts';
import { startSite, type Site } from '../../support/worlds/web-world.ts';

const never = new AbortController().signal;
const canaries: string[] = [];
const plant = (): string => {
  const canary = `canary${canaries.length}${crypto.randomUUID().replaceAll('-', '')}`;
  canaries.push(canary);
  return canary;
};
const seen = new Map<string, string>();
const keep = (place: string, what: unknown): void => {
  const text = what instanceof Error ? `${what.stack ?? ''} ${JSON.stringify(what)}` : JSON.stringify(what);
  seen.set(place, `${seen.get(place) ?? ''}\n${text}`);
};

let company: Company;
let imap: EchoingServer;
let smtp: EchoingServer;
/** Answers with everything that it received: tokens, calendars and searches. */
let echo: Site;
/** What is asked for is refused by this status. */
let status = 500;
const token = plant();
beforeAll(async () => {
  const log = (level: string, message: string, fields: object = {}) => {
    for (const value of [message, ...Object.values(fields)]) keep(`the log, ${level}`, value);
  };
  [company, imap, smtp, echo] = await Promise.all([
    startCompany('undoSeconds: 3600', log),
    startEchoingImap(),
    startEchoingSmtp(),
    startSite((request, response, body) => {
      const basic = /^Basic (.+)/.exec(request.headers.authorization ?? '')?.[1];
      const plain = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':');
      const told = [
        ...Object.values(request.headers).map(String),
        ...plain,
        ...new URLSearchParams(body).values(),
        body,
      ];
      const error = told.flatMap(spelled).join('\n');
      response.writeHead(status, { 'content-type': 'application/json' });
      const given = { access_token: token, expires_in: 60, refresh_token: undefined };
      response.end(JSON.stringify(status === 200 ? given : { error, error_description: error }));
    }),
  ]);
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await Promise.all([imap.close(), smtp.close(), echo[Symbol.asyncDispose]()]);
});

const administration = async (userId: string) => {
  const { organization } = company.server.server.assembly;
  if (!organization) throw new Error('the preset is not there');
  const person = await company.principal(userId);
  return { mail: organization.mail.administration(person), calendar: organization.calendar.administration(person) };
};
async function addMail(address: string, secret: NewMailAccount['secret']): Promise<void> {
  const place = { host: '127.0.0.1', security: 'none' as const };
  const oauth = { tokenUrl: `http://127.0.0.1:${echo.port}/token`, clientId: 'client' };
  const settings = {
    ...{ imap: { ...place, port: imap.port }, smtp: { ...place, port: smtp.port }, user: address },
    ...('refreshToken' in secret ? { oauth } : {}),
  };
  const { mail } = await administration('ann');
  await mail.add({ address, name: 'A Person', settings, secret }, never).then(
    (added) => keep('accounts', added),
    (error: unknown) => keep('errors', error),
  );
}

test('R14: an IMAP server that hands the password back, refusing to let in', async () => {
  imap.refuses = /^AUTHENTICATE/;
  await addMail('ann@example.com', { password: plant() });
  expect(imap.heard).toContain(canaries.at(-1));
  // The real one, which is more polite.
  const place = { host: '127.0.0.1', security: 'none' as const, port: company.imap.port };
  const { mail } = await administration('ann');
  const wrong = { settings: { imap: place, user: 'ann@example.com' }, secret: { password: plant() } };
  await mail.add({ address: 'ann@example.com', ...wrong }, never).catch((error: unknown) => keep('errors', error));
});

test('R14: a token server and an IMAP server that hand back what they were given', async () => {
  imap.refuses = /^$/;
  for (status of [400, 500, 200]) {
    if (status === 200) imap.refuses = /^AUTHENTICATE/;
    await addMail('ann@example.com', { refreshToken: plant(), clientSecret: plant() });
  }
  const asked = echo.requests.map(({ body }) => body).join('\n');
  for (const secret of canaries.slice(-6)) expect(asked).toContain(secret);
  expect(imap.heard).toContain(token);
});

test('R14: mail servers that hand the password back once they are at work', { timeout: 60_000 }, async () => {
  imap.refuses = /^$/;
  const password = plant();
  await addMail('ann@example.com', { password });
  imap.refuses = /^(?:UID|FETCH|SELECT|EXAMINE|STATUS|LIST|IDLE|APPEND)/;
  const outbox = company.server.server.assembly.organization?.mail.outbox;
  for (smtp.refuses of [/^AUTH/, /^MAIL/, /^RCPT/, /^body/, /^$/]) {
    const subject = `About ${String(smtp.refuses)}`;
    const args = { to: ['bob@example.com'], subject, body: 'Shall we meet?' };
    const outcome = await company.approved('ann', 'send_email', args);
    keep('answers', outcome);
    const { mail } = await administration('ann');
    for (const { id, state } of await mail.outbox())
      if (state === 'scheduled')
        await outbox?.deliver('user:ann', id, never).catch((error: unknown) => keep('errors', error));
    const sent = await mail.outbox();
    keep('the outbox', sent);
    expect(sent.find((one) => one.subject === subject)?.state).toMatch(/^(?:failed|sent)$/);
  }
  expect(smtp.heard).toContain(password);
  // The reader has met its refusals too.
  await expect
    .poll(async () => JSON.stringify(await (await administration('ann')).mail.list()), { timeout: 30_000 })
    .toMatch(/"problem":"/);
  keep('accounts', await (await administration('ann')).mail.list());
});

test('R14: a calendar server that hands the password back', async () => {
  const { calendar } = await administration('ann');
  const url = `http://127.0.0.1:${echo.port}/dav/`;
  for (status of [401, 403, 500]) {
    const account = {
      kind: 'caldav',
      name: 'Work',
      url,
      username: 'ann',
      password: plant(),
      calendar: 'Work',
    } as const;
    await calendar.add(account, never).catch((error: unknown) => keep('errors', error));
  }
  expect(echo.requests.filter(({ url: path }) => path.startsWith('/dav'))).not.toEqual([]);
});

test('R14: search providers that hand the key back', async () => {
  for (status of [401, 429, 500, 200])
    for (const engine of [tavily, brave]) {
      const key = plant();
      const searching = engine(key, `http://127.0.0.1:${echo.port}`).search('a question', {
        numResults: 3,
        signal: never,
      });
      await searching.then(
        (results) => keep('results', results),
        (error: unknown) => keep('errors', error),
      );
      expect(JSON.stringify(echo.requests.at(-1)?.headers)).toContain(key);
    }
});

test('R10, R14: no canary appears anywhere', async () => {
  const { runtime } = company.server.server.assembly;
  keep('the audit', await runtime.audit.read({ limit: 1_000 }));
  for (const path of ['/', '/api/audit?limit=1000', '/api/approvals', '/api/activity', '/metrics', '/api/setup'])
    keep(path, await (await company.server.request(path)).text());
  expect(canaries.length).toBeGreaterThanOrEqual(15);
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['errors', 'answers', 'the outbox', 'accounts', 'the audit']),
  );
  const leaks: string[] = [];
  for (const [place, text] of seen)
    for (const canary of canaries) if (isIn(text, canary)) leaks.push(`${canary} in ${place}`);
  expect(leaks).toEqual([]);
});
