/** Conversations over HTTP: as one answer, as events, and only one's own. */
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld, type Play } from '../../support/worlds/chat-world.ts';
import { readEvents, type ServerEvent } from '../../support/servers/server-events.ts';

vi.setConfig({ testTimeout: 60_000 });

const echo: Play = ({ user, results }) => ({ text: results.length > 0 ? 'It is done.' : `You said: ${user}` });
const deleting: Play = (request) =>
  request.user.startsWith('delete ') && request.results.length === 0
    ? { text: 'I will.', calls: [{ name: 'delete_file', args: { path: request.user.slice(7) } }] }
    : echo(request);

let world: ChatWorld;
/** The token of another user in the same organization. */
const stranger = 'dpt_a-stranger-for-tests';
beforeAll(async () => {
  world = await openChatWorld(echo);
  const database = new DatabaseSync(join(world.data, 'deputize.db'), { timeout: 10_000 });
  database.exec(
    `insert into users (id, organization_id, name, role, created_at) values ('bob', 'home', 'Bob', 'user', 0)`,
  );
  const insert = `insert into access_tokens (id, user_id, scope, name, hash, created_at) values (?, 'bob', 'person', 'b', ?, 0)`;
  database.prepare(insert).run('bob-1', hash('sha256', stranger));
  database.close();
});
afterAll(() => world[Symbol.asyncDispose]());

const events = (path: string, body?: object, signal?: AbortSignal) =>
  fetch(world.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${world.agentToken}`,
      accept: 'text/event-stream',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });

async function allOf(response: Response): Promise<ServerEvent[]> {
  const all: ServerEvent[] = [];
  for await (const event of readEvents(response)) all.push(event);
  return all;
}

describe('R19, R20: a conversation', () => {
  test('is begun with an assistant, titled by its first words, and listed', async () => {
    world.play = echo;
    const { body } = await world.ask<{ assistants: { id: string; preset: string; model: string }[] }>(
      '/api/assistants',
    );
    expect(body.assistants).toContainEqual(
      expect.objectContaining({ id: 'workspace', preset: 'workspace', model: 'script' }),
    );
    const id = await world.begin('workspace:script');
    expect(await world.say(id, 'What is\nin it?')).toMatchObject({ state: 'done', text: 'You said: What is\nin it?' });
    const [listed] = await world.conversations();
    expect(listed).toMatchObject({ id, title: 'What is', preset: 'workspace', model: 'script', isOpen: false });
    expect(listed).not.toHaveProperty('userId');
  });

  test('shows what was said, called and answered, in order', async () => {
    world.play = ({ results }) =>
      results.length > 0
        ? { text: 'Read.' }
        : { text: 'Looking.', calls: [{ name: 'list_directory', args: { path: '.' } }] };
    const id = await world.begin();
    const turn = await world.say(id, 'look');
    const { messages } = await world.show(id);
    expect(messages).toMatchObject([
      { seq: 1, role: 'user', text: 'look' },
      { seq: 2, role: 'assistant', text: 'Looking.', calls: [{ callId: `${id}.2.0`, tool: 'list_directory' }] },
      { seq: 3, role: 'tool', results: [{ callId: `${id}.2.0`, state: 'ok' }], isLate: false },
      { seq: 4, role: 'assistant', text: 'Read.', calls: [], reports: [], problem: null },
    ]);
    expect(turn.seq).toBe(4);
    const [, , told] = messages;
    const content = told?.role === 'tool' ? (JSON.parse(told.results[0]?.content ?? '') as object) : {};
    expect(content).toMatchObject({ success: true });
  });

  test('is streamed while it runs, and the last event is the turn', async () => {
    world.play = ({ results }) =>
      results.length > 0
        ? { text: 'There is nothing in it.' }
        : { text: 'Looking.', calls: [{ name: 'list_directory', args: { path: '.' } }] };
    const id = await world.begin();
    const response = await events(`/api/conversations/${id}/messages`, { text: 'look' });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const all = await allOf(response);
    const kinds = all.map(({ event }) => event);
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
      'text',
      'call',
      'said',
      'outcome',
      'text',
      'said',
      'turn',
    ]);
    expect(all.at(-1)?.data).toMatchObject({ state: 'done', text: 'There is nothing in it.' });
  });

  test('can be followed by another client, over several turns', async () => {
    world.play = deleting;
    await writeFile(join(world.workspace, 'followed.txt'), 'x');
    const id = await world.begin();
    const leaving = new AbortController();
    const heard: ServerEvent[] = [];
    const following = (async () => {
      for await (const event of readEvents(await events(`/api/conversations/${id}/events`, undefined, leaving.signal)))
        heard.push(event);
    })().catch(() => undefined);
    await world.say(id, 'delete followed.txt');
    const [{ id: approval } = { id: '' }] = await world.approvals();
    await world.decide(approval, { decision: 'approve' });
    const turns = () => heard.filter(({ event }) => event === 'turn').map(({ data }) => [data['state'], data['text']]);
    await expect.poll(turns).toEqual([
      ['waiting', 'I will.'],
      ['done', 'It is done.'],
    ]);
    leaving.abort();
    await following;
    expect((await world.ask(`/api/conversations/${id}/events`)).body).toMatchObject({
      state: 'done',
      text: 'It is done.',
    });
  });

  test('goes on when the one who asked has left, and is stopped by saying so', async () => {
    world.play = () => ({ text: 'It never ends', stall: { after: 2 } });
    const id = await world.begin();
    const leaving = new AbortController();
    const response = await events(`/api/conversations/${id}/messages`, { text: 'go' }, leaving.signal);
    const first = await readEvents(response).next();
    expect(first.value).toMatchObject({ event: 'text' });
    leaving.abort();
    const again = await world.ask<{ error: { code: string } }>(`/api/conversations/${id}/messages`, { text: 'more' });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await world.ask(`/api/conversations/${id}/cancel`, {})).body).toEqual({ cancelled: true });
    await expect
      .poll(async () => (await world.show(id)).messages.at(-1))
      .toMatchObject({ role: 'assistant', text: expect.stringMatching(/^It/), problem: { code: 'CANCELLED' } });
    const cancel = async () => (await world.ask(`/api/conversations/${id}/cancel`, {})).body;
    await expect.poll(cancel).toEqual({ cancelled: false });
    world.play = echo;
    expect(await world.say(id, 'still there?')).toMatchObject({ state: 'done', text: 'You said: still there?' });
  });
});

describe('R18: who talks', () => {
  test('does not matter to what the model may do: it acts as an agent, also for a person', async () => {
    world.play = deleting;
    await writeFile(join(world.workspace, 'as-person.txt'), 'x');
    const { body: begun } = await world.ask<{ id: string }>('/api/conversations', {}, world.personToken);
    const { body: turn } = await world.ask<{ waiting: { approval: { id: string } }[] }>(
      `/api/conversations/${begun.id}/messages`,
      { text: 'delete as-person.txt' },
      world.personToken,
    );
    const approval = turn.waiting[0]?.approval.id ?? '';
    const path = `/api/approvals/${approval}`;
    const { body: shown } = await world.ask<{ requestedBy: string }>(path, undefined, world.personToken);
    expect(shown.requestedBy).toBe(`agent conversation:${begun.id}`);
    // And an agent's token neither sees it nor decides.
    expect((await world.ask(path)).status).toBe(404);
    const tried = await world.ask<{ error: { code: string } }>(path, { decision: 'approve' });
    expect([tried.status, tried.body.error.code]).toEqual([403, 'FORBIDDEN']);
    await world.decide(approval, { decision: 'deny' });
  });

  test('to another’s conversation finds none, by any way', async () => {
    world.play = echo;
    const id = await world.begin();
    await world.say(id, 'private words');
    const asking = (path: string, body?: unknown) => world.ask<{ error: { code: string } }>(path, body, stranger);
    for (const [path, body] of [
      [`/api/conversations/${id}`, undefined],
      [`/api/conversations/${id}/messages`, { text: 'hello' }],
      [`/api/conversations/${id}/cancel`, {}],
      [`/api/conversations/${id}/events`, undefined],
    ] as const) {
      const { status, body: answer } = await asking(path, body);
      expect([path, status, answer.error.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    const listed = await world.ask<{ conversations: unknown[] }>('/api/conversations', undefined, stranger);
    expect(listed.body.conversations).toEqual([]);
    const named = { model: 'workspace', input: 'hello', conversation: id };
    expect((await asking('/v1/responses', named)).status).toBe(404);
  });

  test('with the same words as another user gets a separate conversation', async () => {
    world.play = echo;
    const body = (...words: string[]) => ({
      model: 'workspace',
      messages: words.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
      metadata: { conversation_id: 'the-same-name' },
    });
    // The list begins with the newest. Conversations of the tests above may change in the same millisecond.
    const known = new Set((await world.conversations()).map(({ id }) => id));
    await world.ask('/v1/chat/completions', body('open sesame'));
    const mine = (await world.conversations()).find(({ id }) => !known.has(id));
    const before = (await world.show(mine?.id ?? '')).messages;
    const theirs = body('open sesame', 'You said: open sesame', 'what do you know of me?');
    expect((await world.ask('/v1/chat/completions', theirs, stranger)).status).toBe(200);
    expect((await world.show(mine?.id ?? '')).messages).toEqual(before);
    const listed = await world.ask<{ conversations: { id: string }[] }>('/api/conversations', undefined, stranger);
    expect(listed.body.conversations).toHaveLength(1);
    expect(listed.body.conversations[0]?.id).not.toBe(mine?.id);
    // And theirs has not taken its name away from mine.
    await world.ask('/v1/chat/completions', body('open sesame', 'You said: open sesame', 'and on'));
    expect((await world.show(mine?.id ?? '')).messages).toHaveLength(before.length + 2);
  });
});
