/** The marks of what was written after others' words were read, as each database keeps and finds them. */
import { expect, test } from 'vitest';

import { NOT_KNOWN } from '../../../src/core/provenance/assess.ts';
import { createMarkLookup, marking, toMarkName } from '../../../src/core/provenance/taint/marks.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { range, type Store } from './fixture.ts';

export function describeMarks(name: string, newStore: () => Promise<Store>): void {
  test(`${name} keeps marks of any number and any characters, once, and finds them in their organization`, async () => {
    const store = await newStore();
    const database = await store.open();
    try {
      await database.migrate(migrations(database.dialect));
      const sql = createSqlBuilder(database.dialect);
      const odd = ['a/b\0c', 'half \ud800', '🙂'.repeat(150), `"'\\ ‘quoted’`, 'plan'];
      const many = range(0, 1_000).map((index) => `t${index}`);
      const written = (callId: string, targets: readonly string[]) =>
        marking({ database, sql })(
          {
            principal: {
              ...{ userId: 'ann', organizationId: 'home', departmentIds: [] },
              ...{ role: 'user', kind: 'agent', via: 'test' },
            },
            ...{
              callId,
              args: {},
              tool: { sideEffects: 'writes', input: { json: {} } },
              facts: { effect: 'write', targets },
            },
            ...{ decision: { effect: 'allow', reason: '', rule: '' }, provenance: NOT_KNOWN },
            resources: [],
          },
          null,
          1_800_000_000_000,
        );
      await database.change({ guards: [], writes: written('first', [...odd, ...many]) });
      await database.change({ guards: [], writes: written('second', ['plan', 'later']) });
      const look = (organization: string) =>
        createMarkLookup({ database, sql })(organization, new Set([...odd, ...many, 'later', 'none'].map(toMarkName)));
      const found = await look('home');
      expect(found.size).toBe(odd.length + many.length + 1);
      expect([...odd, ...many].filter((one) => found.get(toMarkName(one))?.[0]?.call_id !== 'first')).toEqual([]);
      expect([found.get('later')?.[0]?.call_id, found.get('none')]).toEqual(['second', undefined]);
      expect((await look('elsewhere')).size).toBe(0);
    } finally {
      await database.close();
      await store.remove();
    }
  });
}
