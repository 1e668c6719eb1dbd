/** Another process on the same store: it either claims jobs or adds them until it is killed, telling on stdout what was done. */
import { setTimeout as pause } from 'node:timers/promises';
import { writeSync } from 'node:fs';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import type { Database } from '../../../src/ports/database.ts';
import { addJob, claim, range, type Place } from './fixture.ts';
import { testChain } from './test-chain.ts';

const [task, place] = process.argv.slice(2);
const database = await open(JSON.parse(place ?? '') as Place);
const tell = (id: number) => writeSync(1, `${id}\n`);

if (task === 'claim') {
  for (const id of range(1, 400)) {
    if ((await database.change(claim(database.dialect, id, 'child'))) === 'done') tell(id);
    // SQLite's lock is not fair: who takes it again at once can keep everyone else out until nothing is left to claim.
    await pause(1);
  }
  await database.close();
} else {
  let next = 1;
  const lane = async () => {
    for (;;) {
      const id = next++;
      // A lane that is refused ends; the parent sees whatever was acknowledged before.
      if ((await database.change(addJob(database.dialect, id))) === 'done') tell(id);
    }
  };
  await Promise.all(range(0, 16).map(lane));
}

async function open(from: Place): Promise<Database> {
  if (from.kind === 'sqlite') return openSqlite(from.path, { chain: testChain('sqlite') });
  return openPostgres({ ...from, chain: testChain('postgres') });
}
