/** The server that the hostile inputs are played against, as a child process that measures its own main thread. */
import { serve } from '../../src/app/server/serve.ts';
import type { Principal } from '../../src/core/index.ts';
import { startTurnMeter } from './turn-meter.ts';

export interface BenchAccess {
  readonly url: string;
  readonly smtpPort: number;
  /** Of the user to whom the strangers write. */
  readonly agent: string;
  readonly person: string;
  /** Of the users who decide by turns, so that none has more approvals than people have. */
  readonly deciding: readonly { readonly agent: string; readonly person: string }[];
  /** Of the user who stops everything. It holds for that user alone. */
  readonly stopping: string;
}

const DECIDING = 20;

const [data = '', workspace = '', config = ''] = process.argv.slice(2);
const server = await serve({ data, workspace, config, port: 0, log: () => undefined });
const { runtime, owner } = server.assembly;
const admin = await owner('person', 'bench');
const token = async (by: Principal, scope: 'agent' | 'person'): Promise<string> =>
  (await runtime.credentials.createToken(by, { scope, name: scope })).token;
const addUser = async (name: string): Promise<{ agent: string; person: string }> => {
  const { id } = await runtime.people.createUser(admin, { name, email: `${name}@example.com`, role: 'user' });
  const by = await runtime.directory.principal(id, 'person', 'bench');
  return { agent: await token(by, 'agent'), person: await token(by, 'person') };
};
const access: BenchAccess = {
  ...{ url: server.url, smtpPort: server.smtpPort ?? 0 },
  ...{ agent: await token(admin, 'agent'), person: await token(admin, 'person') },
  deciding: await Promise.all(Array.from({ length: DECIDING }, (_, at) => addUser(`decider-${at}`))),
  stopping: (await addUser('stopper')).person,
};
const read = startTurnMeter();
process.on('message', (message) => {
  if (message === 'read') process.send?.(read());
  if (message === 'end') void server.close(0).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.(access);
