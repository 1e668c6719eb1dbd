/** What people said with the assistant is found by themselves. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { startCompany } from '../../support/worlds/files-company.ts';

vi.setConfig({ testTimeout: 120_000 });

test('O1: a conversation is found by its user, also as it continues, and by no colleague', async () => {
  await using company = await startCompany({ ada: ['sales'], bob: ['sales'] });
  const database = new DatabaseSync(join(company.http.data, 'deputize.db'));
  const say = database.prepare(`insert into messages (conversation_id, seq, at, body_json) values ('talk', ?, ?, ?)`);
  database.exec(
    `insert into conversations values ('talk', 'home', 'ada', 'organization', 'm', 'Trip', null, 0, null, 1, 1, null, null)`,
  );
  say.run(1, 1, JSON.stringify({ role: 'user', text: 'Which hotel in Lisbon has a meeting room for twelve?' }));
  const find = async (person: string, query: string) =>
    JSON.stringify(await company.value(person, 'semantic_search', { query, types: ['conversation'], threshold: 0.5 }));
  await vi.waitFor(async () => expect(await find('ada', 'hotel in Lisbon with a meeting room')).toContain('"talk"'), {
    ...{ timeout: 60_000, interval: 500 },
  });
  expect(await find('bob', 'hotel in Lisbon with a meeting room')).toBe('{"results":[],"total":0}');
  say.run(
    2,
    2,
    JSON.stringify({ role: 'assistant', text: 'The veterinarian vaccinates ferrets on Tuesday.', calls: [] }),
  );
  database.exec(`update conversations set updated_at = 2 where id = 'talk'`);
  database.close();
  await vi.waitFor(async () => expect(await find('ada', 'veterinarian vaccinates ferrets')).toContain('"talk"'), {
    ...{ timeout: 60_000, interval: 500 },
  });
});
