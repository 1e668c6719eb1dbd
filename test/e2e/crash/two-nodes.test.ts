/** The short form of bench/two-nodes.ts: whatever becomes of one node, nothing is lost. */
import { expect, test, vi } from 'vitest';

import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { furnish, hire, load, lostIn } from '../../support/processes/nodes-load.ts';
import { openNodes } from '../../support/processes/nodes.ts';

vi.setConfig({ testTimeout: 180_000 });

const [, postgres] = bothDatabases();

test('O9, R9: two nodes under load lose nothing when one is killed', async () => {
  const database = (await postgres?.place())?.postgres ?? '';
  await using nodes = await openNodes(database, { presets: ['workspace'] });
  await furnish(nodes);
  const people = await hire(nodes, database, 10);
  await nodes.start();
  await nodes.start();
  const loaded = await load(
    nodes,
    people,
    { sockets: 50, perSecond: 30, seconds: 5, named: 'all' },
    {
      halfway: () => nodes.replace(0, 'kill'),
    },
  );
  expect(loaded.answers).toHaveLength(150);
  expect(
    Object.keys(loaded.states).filter((state) => !['ok', 'reported', 'pending', 'unknown'].includes(state)),
  ).toEqual([]);
  expect(loaded.states['ok'] ?? 0).toBeGreaterThan(100);
  expect(loaded.events).toBeGreaterThan(100);
  expect(loaded.reconnected).toBeGreaterThan(0);
  expect(await lostIn(database, loaded.answers)).toEqual([]);
  expect(await nodes.command('audit', 'verify')).toMatchObject({ ok: true });
});
