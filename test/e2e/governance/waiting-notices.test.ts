/** R5: a Discord channel gets a message about each waiting call, without its content. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { assemble } from '../../../src/app/assemble/assemble.ts';

test('R5: a call that begins to wait is reported once, with its link and without its arguments', async () => {
  const told: string[] = [];
  const discord = createServer((request, response) => {
    void request.toArray().then((parts) => {
      told.push((JSON.parse(parts.join('')) as { content: string }).content);
      response.writeHead(204).end();
    });
  });
  discord.listen(0, '127.0.0.1');
  await once(discord, 'listening');
  const base = await mkdtemp(join(tmpdir(), 'deputize-waiting-'));
  try {
    const [data, workspace] = [join(base, 'data'), join(base, 'work')];
    await mkdir(data);
    await mkdir(workspace);
    await writeFile(join(workspace, 'private.txt'), 'x');
    await writeFile(join(data, 'hook'), `http://127.0.0.1:${(discord.address() as AddressInfo).port}/hook\n`);
    await writeFile(join(data, 'deputize.yaml'), 'approvals: { discordWebhook: { file: ./hook } }\n');
    const assembly = await assemble({ data, workspace, log: () => undefined, origin: () => 'http://127.0.0.1:7377' });
    const agent = await assembly.owner('agent', 'test');
    const request = { tool: 'delete_file', args: { path: 'private.txt' }, preset: 'workspace', callId: 'c1' };
    const outcome = await assembly.runtime.call(request, agent);
    if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
    await assembly.runtime.call(request, agent);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toContain(outcome.approval.url);
    expect(told[0]).toContain(String.raw`delete\_file`);
    expect(told[0]).not.toContain('private');
    discord.closeAllConnections();
    discord.close();
    // A channel that cannot be reached keeps nothing from waiting.
    const args = { path: 'private.txt', recursive: true };
    expect(await assembly.runtime.call({ ...request, args, callId: 'c2' }, agent)).toMatchObject({ state: 'pending' });
    await assembly.close();
  } finally {
    discord.closeAllConnections();
    discord.close();
    await rm(base, { recursive: true });
  }
});
