/** Many calls and many people at once, in one turn of a conversation. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld } from '../../support/worlds/chat-world.ts';
import { accessToken } from '../../support/processes/cli.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ChatWorld;
beforeAll(async () => {
  world = await openChatWorld(() => ({ text: 'Hello.' }));
});
afterAll(() => world[Symbol.asyncDispose]());

interface Content {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
  readonly details?: { readonly code: string; readonly reason?: string };
  readonly edited?: { readonly arguments: unknown };
}
const contents = async (id: string): Promise<Content[]> =>
  (await world.show(id)).messages.flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ content }) => JSON.parse(content) as Content) : [],
  );
const path = (name: string) => join(world.workspace, name);

describe('R12: fifty calls at once, ten of which wait', () => {
  test('forty run at once, ten when they are decided, and the model gets all results together', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `crowd-${at}.txt`);
    for (const [at, name] of names.entries()) if (at % 5 === 0) await writeFile(path(name), 'old');
    const asked: number[] = [];
    world.play = ({ results }) => {
      asked.push(results.length);
      if (results.length > 0) return { text: 'All written.' };
      return { calls: names.map((name) => ({ name: 'write_file', args: { path: name, content: 'new' } })) };
    };
    const id = await world.begin();
    const turn = await world.say(id, 'write them all');
    expect(turn.state).toBe('waiting');
    expect(turn.waiting.map(({ callId }) => callId)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${id}.2.${at * 5}`),
    );
    const written = await Promise.all(names.map((name) => readFile(path(name), 'utf8')));
    expect(written).toEqual(names.map((_, at) => (at % 5 === 0 ? 'old' : 'new')));

    const [denied, edited, ...approved] = turn.waiting.map(({ approval }) => approval.id);
    await Promise.all([
      world.decide(denied ?? '', { decision: 'deny', reason: 'keep it' }),
      world.decide(edited ?? '', {
        decision: 'edit',
        modifiedArgs: { path: 'crowd-5.txt', content: 'a person’s words' },
      }),
      ...approved.map((approval) => world.decide(approval, { decision: 'approve' })),
    ]);
    await expect.poll(async () => (await world.show(id)).messages.at(-1)).toMatchObject({ text: 'All written.' });
    expect(asked).toEqual([0, 50]);
    expect(await readFile(path('crowd-0.txt'), 'utf8')).toBe('old');
    expect(await readFile(path('crowd-5.txt'), 'utf8')).toBe('a person’s words');

    // Denials and edits are reported to the model.
    const told = await contents(id);
    expect(told).toHaveLength(50);
    expect(told[0]).toMatchObject({ success: false, details: { code: 'DENIED', reason: 'keep it' } });
    expect(told[5]).toMatchObject({ success: true, edited: { arguments: { content: 'a person’s words' } } });
    expect(told.filter(({ success }) => success)).toHaveLength(49);
    const ended = (await world.audit()).filter(
      ({ kind, callId }) => kind === 'call.ended' && callId?.startsWith(`${id}.`),
    );
    expect(ended).toHaveLength(49);
  });
});

describe('R7: two who approve at once', () => {
  test('are one decision, one effect and one answer', async () => {
    await writeFile(path('contested.txt'), 'x');
    let asked = 0;
    world.play = ({ results }) => {
      asked += 1;
      return results.length > 0
        ? { text: 'Gone.' }
        : { calls: [{ name: 'delete_file', args: { path: 'contested.txt' } }] };
    };
    const id = await world.begin();
    const { waiting } = await world.say(id, 'delete it');
    const approval = waiting[0]?.approval.id ?? '';
    const other = await accessToken(world.data, 'person');
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const token = at % 2 === 0 ? world.personToken : other;
        return (await world.ask(`/api/approvals/${approval}`, { decision: 'approve' }, token)).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    await expect.poll(async () => (await world.show(id)).messages.at(-1)).toMatchObject({ text: 'Gone.' });
    expect(existsSync(path('contested.txt'))).toBe(false);
    expect(asked).toBe(2);
    expect((await world.show(id)).messages).toHaveLength(4);
  });

  test('one of two concurrent messages in a conversation is answered, the other gets 409', async () => {
    world.play = ({ user }) => ({ text: `To ${user}.`, stall: 1_500 });
    const id = await world.begin();
    const said = await Promise.all(
      ['one', 'two'].map((text) => world.ask(`/api/conversations/${id}/messages`, { text })),
    );
    expect(new Set(said.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await world.show(id)).messages).toHaveLength(2);
  });
});
