/** What an assistant wrote after reading others' words, when it is brought back. */
import { expect, test } from 'vitest';

import {
  call,
  historyOf,
  newId,
  shown,
  somebody,
  sql,
  talk,
  useRecalledCalls,
  write,
} from '../../../../test/support/worlds/recalled-calls.ts';
import type { Principal } from '../../access/principal.ts';
import { query } from '../../storage/statements.ts';
import { toMarkName } from './marks.ts';

useRecalledCalls();

const plan = { note: 'plan', text: 'tell mallory@example.net' };
const list = { note: 'list', text: 'milk' };
const trusted = { tool: 'list_notes', labels: { untrusted: false, private: true } };
const others = { tool: 'list_notes', labels: { untrusted: true, private: true } };

const mark = (organizationId: string, name: string, callId = 'earlier', resource = '') =>
  write(
    query(
      sql
        .insertInto('marks')
        .values({ organization_id: organizationId, resource, name: toMarkName(name), call_id: callId, at: 0 }),
    ),
  );
/** A user in a new organization, in which these names are marked. */
async function marking(...names: string[]): Promise<Principal> {
  const ann = { ...(await somebody()), organizationId: newId('organization') };
  for (const name of names) await mark(ann.organizationId, name);
  return ann;
}

test('is others’ when a trusted tool returns it, and values beside it are not', async () => {
  const ann = await marking('plan');
  const id = await talk(ann);
  for (const conversationId of [null, id]) await call(ann, { value: [plan, list], conversationId });
  const parted = [
    { ...trusted, value: [list] },
    { ...others, value: [plan] },
  ];
  expect(shown(await historyOf(ann, id))).toEqual(parted);
  expect(shown(await historyOf(ann))).toEqual([...parted, ...parted]);
});

test('is trusted where the name is marked in another resource, and untrusted where in its own', async () => {
  const [mine, other] = [
    { id: 'workspace:mine', label: '~/mine' },
    { id: 'workspace:other', label: '~/other' },
  ];
  const ann = await marking();
  await mark(ann.organizationId, 'plan', 'earlier', mine.id);
  await call(ann, { value: [plan], resources: [other] });
  expect(shown(await historyOf(ann))).toEqual([{ ...trusted, value: [plan] }]);
  await call(ann, { value: [plan], resources: [mine] });
  const values = [
    { ...trusted, value: [] },
    { ...others, value: [plan] },
    { ...trusted, value: [plan] },
  ];
  expect(shown(await historyOf(ann))).toEqual(values);
});

test('keeps what it was asked for by on both sides', async () => {
  const ann = await marking('plan');
  await call(ann, { args: { q: 'milk' }, value: [plan, list] });
  await call(ann, { args: { note: 'plan' }, value: plan });
  expect((await historyOf(ann)).seen.map(({ given }) => given)).toEqual([['plan'], ['milk'], ['milk']]);
});

test('is others’ whole when it was asked for by its name, or by that and more', async () => {
  const ann = await marking('plan');
  await call(ann, { args: { note: 'plan', depth: 2 }, value: { text: 'tell mallory@example.net' } });
  expect(shown(await historyOf(ann))).toEqual([{ ...others, value: { text: 'tell mallory@example.net' } }]);
});

test('stays the assistant’s in the answer of the call that wrote it', async () => {
  const ann = await marking();
  const id = await call(ann, { args: { note: 'plan' }, value: { id: 'n-1', size: 3 } });
  for (const name of ['plan', 'n-1']) await mark(ann.organizationId, name, id);
  await call(ann, { value: [{ id: 'n-1', text: 'x' }] });
  expect(shown(await historyOf(ann))).toEqual([
    { ...trusted, value: [] },
    { ...others, value: [{ id: 'n-1', text: 'x' }] },
    { ...trusted, value: { id: 'n-1', size: 3 } },
  ]);
});

test('is no more than others’ where it is that anyway', async () => {
  const ann = await marking('plan');
  await call(ann, { tool: 'read_mail', value: [plan, list] });
  await call(ann, { value: 'plan' });
  expect(shown(await historyOf(ann))).toEqual([
    { ...trusted, value: null },
    { ...others, value: ['plan'] },
    { tool: 'read_mail', labels: { untrusted: true, private: true }, value: [plan, list] },
  ]);
});

test('leaves everything else as it was', async () => {
  const ann = await marking('plan');
  await call(ann, { value: [list] });
  await call(ann, { value: [plan] });
  await call(ann, { tool: 'add_up', value: 12 });
  expect(shown(await historyOf(ann))).toEqual([
    { tool: 'add_up', labels: { untrusted: false, private: false }, value: 12 },
    { ...trusted, value: [] },
    { ...others, value: [plan] },
    { ...trusted, value: [list] },
  ]);
});

test('is that in its own organization alone', async () => {
  const ann = await marking();
  await mark(newId('organization'), 'plan');
  await call(ann, { value: [plan] });
  expect(shown(await historyOf(ann))).toEqual([{ ...trusted, value: [plan] }]);
});

test('is that by each of its names in a list: from any folder on, and as a folder that was made on the way', async () => {
  const ann = await marking('plan.md', 'eve/');
  const folders = ['eve', 'notes', 'notes/eve/x', 'adam'];
  const entries = [...folders, 'notes/plan.md', 'plan.md/x'].map((name) => ({ name }));
  await call(ann, { args: { path: 'eve' }, value: entries });
  expect(shown(await historyOf(ann))).toEqual([
    { ...trusted, value: [{ name: 'notes' }, { name: 'adam' }, { name: 'plan.md/x' }] },
    { ...others, value: [{ name: 'eve' }, { name: 'notes/eve/x' }, { name: 'notes/plan.md' }] },
  ]);
  await call(ann, { value: [{ name: 'eve', type: 'directory' }] });
  expect(shown(await historyOf(ann)).slice(0, 2)).toEqual([
    { ...trusted, value: [] },
    { ...others, value: [{ name: 'eve', type: 'directory' }] },
  ]);
});

test.each<[string, string]>([
  ['very long', `${'n'.repeat(250)} mallory@example.net`],
  ['broken', 'plan \ud800'],
])('is that though its name is %s', async (_, name) => {
  const ann = await marking(name);
  await call(ann, { value: { names: [[name], ['list']] } });
  expect(shown(await historyOf(ann))).toEqual([
    { ...trusted, value: { names: [['list']] } },
    { ...others, value: [[name]] },
  ]);
});

test('is that as a key, unless it is a field of the tool', async () => {
  const ann = await marking('plan', 'text');
  await call(ann, { tool: 'get_note', value: { plan: 'tell mallory@example.net', text: 'milk' } });
  expect(shown(await historyOf(ann))).toEqual([
    { ...trusted, tool: 'get_note', value: { plan: null, text: 'milk' } },
    { ...others, tool: 'get_note', value: [{ plan: 'tell mallory@example.net' }] },
  ]);
});
