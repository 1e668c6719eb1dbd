/** What keeps the label of others' words once an assistant has written it down, and where it is found again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openSqlite } from '../../../connectors/database/sqlite.ts';
import { nodeDigest } from '../../../connectors/platform/node-digest.ts';
import type { Database, SqlQuery } from '../../../ports/database.ts';
import type { Json, JsonObject } from '../../../ports/json.ts';
import type { Resource } from '../../../ports/resource.ts';
import type { CallEffect, Facts } from '../../contract.ts';
import { createAuditChain } from '../../ledger/audit-chain.ts';
import type { DecisionEffect } from '../../policy/policy.ts';
import { migrations } from '../../storage/migrations.ts';
import { query, createSqlBuilder } from '../../storage/statements.ts';
import { NOT_KNOWN, type Provenance } from '../assess.ts';
import {
  findMark,
  createMarkLookup,
  marking,
  toMarkName,
  listMarkNames,
  strings,
  listTexts,
  type WrittenCall,
} from './marks.ts';

const sql = createSqlBuilder('sqlite');
const folder = mkdtempSync(join(tmpdir(), 'marks-'));
let database: Database;
let organizations = 0;

beforeAll(async () => {
  database = openSqlite(join(folder, 'deputize.db'), { chain: createAuditChain(sql, nodeDigest) });
  await database.migrate(migrations('sqlite'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const afterReading: Provenance = { ...NOT_KNOWN, isTainted: false, carriesOthers: false };
const organization = (): string => `organization ${(organizations += 1)}`;

/** A call that wrote a note after it had read others' words, unless said otherwise. */
interface Deed {
  readonly in?: string;
  readonly callId?: string;
  readonly facts?: Facts;
  readonly args?: Json;
  readonly sideEffects?: WrittenCall['tool']['sideEffects'];
  readonly decision?: DecisionEffect;
  readonly provenance?: Provenance | undefined;
  readonly value?: Json;
  readonly resources?: readonly Resource[];
}

const schema: JsonObject = { properties: { folder: {}, notes: { items: { properties: { note: {} } } } } };
const note: Facts = { effect: 'write', targets: ['plan'] };

function marksOf(deed: Deed): SqlQuery[] {
  const { facts = note, args = {}, decision = 'allow', value = {}, callId = 'c1', sideEffects = 'writes' } = deed;
  const principal = { userId: 'ann', organizationId: deed.in ?? 'home', departmentIds: [], via: 'test' } as const;
  const written: WrittenCall = {
    ...{ callId, args, facts, tool: { sideEffects, input: { json: schema } } },
    principal: { ...principal, role: 'user', kind: 'agent' },
    decision: { effect: decision, reason: '', rule: '' },
    provenance: 'provenance' in deed ? deed.provenance : afterReading,
    resources: deed.resources ?? [],
  };
  return marking({ database, sql })(written, value, 1_000);
}

/** The names that the database contains once the call is recorded. */
async function namesLeftBy(deed: Deed): Promise<string[]> {
  const home = organization();
  expect(await database.change({ guards: [], writes: marksOf({ ...deed, in: home }) })).toBe('done');
  const marks = sql.selectFrom('marks').select('name').where('organization_id', '=', home).orderBy('name');
  return (await database.read<{ name: string }>(query(marks))).map(({ name }) => name);
}

/** The marked ones of these names, each with the call that marked it in any resource. */
async function marked(home: string, ...names: string[]): Promise<Map<string, string | undefined>> {
  const marks = await createMarkLookup({ database, sql })(home, new Set(names.map(toMarkName)));
  return new Map([...marks.keys()].map((name) => [name, findMark(marks, name, [])]));
}

describe('a call that wrote something after others’ words were read marks', () => {
  test.each<[string, Deed, string[]]>([
    ['what it acted on', { facts: { effect: 'write', targets: ['plan', 'list'] } }, ['list', 'plan']],
    ['what it ran', { facts: { effect: 'execute', targets: ['job'] } }, ['job']],
    [
      'a path, the name under which a list of its folder shows it, and the folders on the way',
      { facts: { effect: 'write', paths: ['/a/b/plan.md'] } },
      ['/a/b/plan.md', 'a/', 'b/', 'plan.md'],
    ],
    ['a folder, and not the nothing behind it', { facts: { effect: 'write', paths: ['a/'] } }, ['a/']],
    [
      'the ids that its answer gives, wherever they stand',
      { value: { id: 7, title: 'x', made: [{ note_id: 'n-1', text: 'y' }], fileIds: ['f-1', 'f-2'], list: ['z'] } },
      ['7', 'f-1', 'f-2', 'n-1', 'plan'],
    ],
    [
      'no more of what it was given than it acted on',
      { args: { note: 'plan', text: 'some words', id: 'i-1' } },
      ['plan'],
    ],
    [
      'a name once',
      { facts: { effect: 'write', paths: ['plan'], targets: ['plan'] }, value: { id: 'plan' } },
      ['plan'],
    ],
    ['nothing, where nothing has a name', { facts: { effect: 'write' }, value: { done: true } }, []],
  ])('%s', async (_, deed, names) => {
    expect(await namesLeftBy(deed)).toEqual(names);
  });

  test('a name of any length, by its beginning', async () => {
    const long = 'n'.repeat(200);
    expect(await namesLeftBy({ facts: { effect: 'write', targets: [`${long}x`] } })).toEqual([long]);
  });

  test('however many there are, in one statement of few parameters', async () => {
    const targets = Array.from({ length: 1_000 }, (_, at) => `t${at}`);
    expect(await namesLeftBy({ facts: { effect: 'write', targets } })).toEqual(targets.toSorted());
    const [insert, ...more] = marksOf({ facts: { effect: 'write', targets } });
    expect([insert?.parameters.length, more]).toEqual([5, []]);
  });
});

describe('no mark is left', () => {
  test.each<[string, Deed]>([
    ['by a person, whose values nobody traces', { provenance: undefined }],
    ['where nothing of others was read', { provenance: { ...afterReading, hasReadOthers: false } }],
    ['where a person looked at it', { decision: 'confirm' }],
    ...(['none', 'read', 'send', 'spend'] satisfies CallEffect[]).map((effect): [string, Deed] => [
      `where nothing was written: ${effect}`,
      { facts: { ...note, effect } },
    ]),
  ])('%s', (_, deed) => {
    expect(marksOf(deed)).toEqual([]);
  });

  test('where there is no name: then nothing is asked of the database either', () => {
    expect(marksOf({ facts: { effect: 'write' } })).toEqual([]);
  });
});

test.each<[DecisionEffect, boolean]>([
  ['allow', false],
  ['report', false],
  ['allow', true],
  ['confirm', true],
])('stores a mark for a call decided as %s, whether it contains sentences of others: %s', async (decision, carries) => {
  const provenance = { ...afterReading, carriesOthers: carries };
  expect(await namesLeftBy({ decision, provenance })).toEqual(['plan']);
});

describe('of a call that went on after a crash', () => {
  const crashed: Deed = {
    ...{ provenance: NOT_KNOWN, facts: { effect: 'none' }, value: { id: 'i-1' } },
    args: { folder: 'a/b', notes: [{ note: 'plan' }, { note: 12 }, { note: true }, { note: null }] },
  };

  test('everything that it was given is taken for a name, since its targets are unknown', async () => {
    expect(await namesLeftBy(crashed)).toEqual(['12', 'a/', 'a/b', 'b', 'i-1', 'plan']);
    expect(await namesLeftBy({ ...crashed, decision: 'confirm' })).toEqual(['12', 'a/', 'a/b', 'b', 'i-1', 'plan']);
  });

  test.each(['none', 'read_only'] as const)('nothing is, where its tool never writes: %s', (sideEffects) => {
    expect(marksOf({ ...crashed, sideEffects })).toEqual([]);
  });

  test('and so is every key that its tool does not declare', async () => {
    const args = { folder: 'a', notes: [{ note: 'b', list: true }], 'x/y': { plan: null } };
    const names = ['a', 'b', 'i-1', 'list', 'plan', 'x/', 'x/y', 'y'];
    expect(await namesLeftBy({ ...crashed, args })).toEqual(names);
  });

  test('only such a call is judged by its tool', () => {
    expect(marksOf({ ...crashed, provenance: { ...NOT_KNOWN } })).toEqual([]);
  });
});

describe('a name is found marked', () => {
  test('with the call that wrote it first', async () => {
    const home = organization();
    for (const callId of ['first', 'second'])
      await database.change({ guards: [], writes: marksOf({ in: home, callId }) });
    expect([...(await marked(home, 'plan', 'list'))]).toEqual([['plan', 'first']]);
  });

  test('in its own organization alone', async () => {
    const [home, elsewhere] = [organization(), organization()];
    await database.change({ guards: [], writes: marksOf({ in: home }) });
    await database.change({ guards: [], writes: marksOf({ in: elsewhere, callId: 'theirs' }) });
    expect([...(await marked(home, 'plan'))]).toEqual([['plan', 'c1']]);
    expect([...(await marked(organization(), 'plan'))]).toEqual([]);
  });

  test.each<[string, string]>([
    ['long', `${'n'.repeat(199)}🙂 and more`],
    ['of half a character', 'x\ud800y'],
    ['of nothing that can be seen', 'x\0y'],
  ])('though it is %s', async (_, name) => {
    const home = organization();
    await database.change({ guards: [], writes: marksOf({ in: home, facts: { effect: 'write', targets: [name] } }) });
    expect((await marked(home, name)).get(toMarkName(name))).toBe('c1');
    expect((await marked(home, 'x', 'xy', 'n')).size).toBe(0);
  });

  test('among any number of others, by one question, and by none where there is nothing to ask about', async () => {
    const home = organization();
    const targets = Array.from({ length: 1_000 }, (_, at) => `t${at}`);
    await database.change({ guards: [], writes: marksOf({ in: home, facts: { effect: 'write', targets } }) });
    const asked: number[] = [];
    const counting: Pick<Database, 'dialect' | 'read'> = {
      dialect: 'sqlite',
      read: (question) => {
        asked.push(question.parameters.length);
        return database.read(question);
      },
    };
    const look = (names: readonly string[]) => createMarkLookup({ database: counting, sql })(home, new Set(names));
    expect([...(await look(['x', ...targets])).keys()].toSorted()).toEqual(targets.toSorted());
    expect((await look([])).size).toBe(0);
    expect(asked).toEqual([2]);
  });
});

describe('a name that is marked in one resource', () => {
  const [mine, other] = [
    { id: 'workspace:mine', label: '~/mine' },
    { id: 'workspace:other', label: '~/other' },
  ];
  const find = async (home: string, resources: readonly Resource[]) =>
    findMark(await createMarkLookup({ database, sql })(home, new Set(['plan'])), 'plan', resources);

  test('is found there, and by a result that names no resource', async () => {
    const home = organization();
    await database.change({ guards: [], writes: marksOf({ in: home, resources: [mine] }) });
    expect(await find(home, [mine])).toBe('c1');
    expect(await find(home, [])).toBe('c1');
  });

  test('is found by a result of several resources, if it is marked in one of them', async () => {
    const home = organization();
    await database.change({ guards: [], writes: marksOf({ in: home, resources: [mine] }) });
    expect(await find(home, [other, mine])).toBe('c1');
  });

  test('is not found in another', async () => {
    const home = organization();
    await database.change({ guards: [], writes: marksOf({ in: home, resources: [mine] }) });
    expect(await find(home, [other])).toBeUndefined();
  });

  test('is found in all of them when the call that marked it named none', async () => {
    const home = organization();
    await database.change({ guards: [], writes: marksOf({ in: home }) });
    expect(await find(home, [other])).toBe('c1');
  });
});

test('a text in a result brings its own name back, that of its end, and those of the folders in it', () => {
  expect(listMarkNames('plan')).toEqual(['plan', 'plan', 'plan/']);
  expect(listMarkNames('a/b/c').toSorted()).toEqual(['a/', 'a/b/c', 'b/', 'c', 'c/']);
  expect(listMarkNames('half \ud800')[0]).toBe('half \ufffd');
});

test('every text and number of a value counts, with the nearest name above it', () => {
  const value = { a: 'x', b: [1, ['y']], c: { d: 'z', e: true, f: null }, g: [{ h: 2 }] };
  expect([...strings(value)].map(({ key, text }) => `${key}=${text}`)).toEqual(['a=x', 'b=1', 'b=y', 'd=z', 'h=2']);
  expect([...strings('alone')]).toEqual([{ key: '', text: 'alone' }]);
  expect([...strings(null), ...strings(false)]).toEqual([]);
});

test('a key is a text, too, unless the schema has it, and so are those below it', () => {
  const value = { folder: 'a', plan: { note: 1, text: null }, notes: [{ note: 'b', list: ['c'] }] };
  expect(listTexts(value, schema).toSorted()).toEqual(['1', 'a', 'b', 'c', 'list', 'plan', 'text']);
  expect(listTexts(value, {}).toSorted()).toEqual([
    '1',
    'a',
    'b',
    'c',
    'folder',
    'list',
    'note',
    'note',
    'notes',
    'plan',
    'text',
  ]);
});
