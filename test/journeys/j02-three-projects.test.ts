/** J2: a developer with three projects lets an MCP client work in each, and approves from the console, the CLI and a phone. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { waitForDecisions } from '../support/clients/decide-in-browser.ts';
import { SET_UP_MS } from './support/packed-product.ts';
import { Person, type McpAgent, type StartedServer } from './support/person.ts';

const NAMES = ['alpha', 'beta', 'gamma'] as const;
type ProjectName = (typeof NAMES)[number];

let person: Person;
let server: StartedServer;
const folders = {} as Record<ProjectName, string>;
const agents = {} as Record<ProjectName, McpAgent>;

const contentOf = (name: ProjectName): string => readFileSync(join(folders[name], 'notes.txt'), 'utf8');
const changeOf = (name: ProjectName) => ({ path: 'notes.txt', content: `changed in ${name}\n` });
/** The folder that the server works in when nothing else is named. */
const ownFolder = (): string => join(person.home, '.local', 'share', 'deputize', 'workspace');

beforeAll(async () => {
  person = Person.create();
  for (const name of NAMES) folders[name] = person.createProject(name, { 'notes.txt': 'the same in all\n' });
  server = await person.start();
  agents.alpha = await person.connect(folders.alpha);
  agents.beta = await person.connect(person.home, ['--workspace', folders.beta]);
  agents.gamma = await person.connect(folders.gamma, [], 'another-client');
}, SET_UP_MS);
afterAll(() => person[Symbol.asyncDispose]());

test('R22, R5: each client asks in its own project, and each approval names its project', async () => {
  for (const name of NAMES) {
    const answer = await agents[name].call('write_file', changeOf(name));
    expect(answer.outcome.state).toBe('pending');
    expect(answer.outcome.approval?.workspace).toBe(`~/projects/${name}`);
    expect(answer.text).toContain(`~/projects/${name}`);
  }
  const { approvals } = await person.json<{ approvals: { workspace: { label: string }; requestedBy: string }[] }>([
    'approvals',
    'list',
  ]);
  expect(approvals.map(({ workspace }) => workspace.label)).toEqual(NAMES.map((name) => `~/projects/${name}`));
  const [alpha, beta, gamma] = approvals.map(({ requestedBy }) => requestedBy);
  expect(new Set([alpha, beta, gamma]).size).toBe(3);
  expect(gamma).toContain('another-client');
  for (const name of NAMES) expect(contentOf(name)).toBe('the same in all\n');
});

test('R22: the console approves the change of one project, in that project', async () => {
  const page = await person.openBrowser(server.signInUrl);
  await page.locator('.row').filter({ hasText: '~/projects/alpha' }).getByRole('link').click();
  await waitForDecisions(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => contentOf('alpha')).toBe(changeOf('alpha').content);
  expect(contentOf('beta')).toBe('the same in all\n');
  expect(contentOf('gamma')).toBe('the same in all\n');
});

test('R22: the command line approves from another project’s folder', async () => {
  const id = await waitingIn('gamma');
  const outcome = await person.json<{ state: string }>(['approvals', 'approve', id], folders.beta);
  expect(outcome.state).toBe('ok');
  expect(contentOf('gamma')).toBe(changeOf('gamma').content);
  expect(contentOf('beta')).toBe('the same in all\n');
});

test('R22: the phone page approves the last one', async () => {
  const page = await person.openBrowser(await person.signInLink(), 'phone');
  await page.locator('.row').filter({ hasText: '~/projects/beta' }).getByRole('link').click();
  await waitForDecisions(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => contentOf('beta')).toBe(changeOf('beta').content);
});

test('R9: each client collects its own outcome by repeating its call', async () => {
  for (const name of NAMES) {
    const answer = await agents[name].call('write_file', changeOf(name));
    expect(answer).toMatchObject({ isError: false, outcome: { state: 'ok' }, value: { path: 'notes.txt' } });
  }
});

test('R11, R22: undo puts one project back and leaves the others', async () => {
  const { calls } = await activity();
  const beta = calls.find(({ workspace, state }) => workspace?.label === '~/projects/beta' && state === 'ok');
  const undone = await person.json<{ state: string }>(['undo', beta?.callId ?? ''], folders.alpha);
  expect(undone.state).toBe('undone');
  expect(NAMES.map(contentOf)).toEqual([changeOf('alpha').content, 'the same in all\n', changeOf('gamma').content]);
});

test('R10: the audit holds, and the server’s own folder was never touched', async () => {
  expect((await person.run(['audit', 'verify'])).code).toBe(0);
  expect(existsSync(join(ownFolder(), 'notes.txt'))).toBe(false);
});

async function waitingIn(name: ProjectName): Promise<string> {
  const { approvals } = await person.json<{ approvals: { id: string; workspace: { label: string } }[] }>([
    'approvals',
    'list',
  ]);
  const found = approvals.find(({ workspace }) => workspace.label === `~/projects/${name}`);
  if (!found) throw new Error(`Nothing waits in ${name}.`);
  return found.id;
}

interface ListedCall {
  readonly callId: string;
  readonly state: string;
  readonly workspace: { readonly label: string } | null;
}

async function activity(): Promise<{ calls: ListedCall[] }> {
  const { token } = await person.json<{ token: string }>(['token', 'create', '--scope', 'person']);
  const response = await fetch(`${server.url}/api/calls`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { calls: ListedCall[] };
}
