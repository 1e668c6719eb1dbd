/** `deputize chat`: at a real terminal, and without one. */
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld, type Play } from '../../support/worlds/chat-world.ts';
import { deputize, type RunOptions } from '../../support/processes/command-line.ts';
import { deputizeAtTerminal } from '../../support/processes/terminal.ts';

vi.setConfig({ testTimeout: 120_000 });

const PROMPT = 'you> ';
const KEYS = '[l]ater > ';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const echo: Play = ({ user, results }) => ({ text: results.length > 0 ? 'It is done.' : `You said: ${user}` });
/** Deletes each file that the user names. */
const deleting: Play = (request) => {
  const [verb, ...names] = request.user.split(' ');
  if (verb !== 'delete' || request.results.length > 0) return echo(request);
  return { text: 'I will.', calls: names.map((path) => ({ name: 'delete_file', args: { path } })) };
};

let world: ChatWorld;
let flags: string[];
beforeAll(async () => {
  world = await openChatWorld(echo);
  flags = ['--data', world.data, '--workspace', world.workspace];
});
afterAll(() => world[Symbol.asyncDispose]());

const chat = (words: readonly string[], options?: RunOptions) => deputize(['chat', ...words, ...flags], options);
const atTerminal = (words: readonly string[] = [], env: Record<string, string> = {}) =>
  deputizeAtTerminal(['chat', ...words, ...flags], env);
const isThere = (name: string) => existsSync(join(world.workspace, name));
const make = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(world.workspace, name), 'x')));

describe('R19, R20: one turn', () => {
  test('prints the answer, of words or of standard input, and goes on where it was', async () => {
    world.play = echo;
    expect(await chat(['hello', 'there'], { plain: true })).toMatchObject({ code: 0, out: 'You said: hello there\n' });
    expect(await chat([], { plain: true, input: 'from a pipe\n' })).toMatchObject({
      code: 0,
      out: 'You said: from a pipe\n',
    });
    const listed = await chat(['--list']);
    const [last, first] = listed.json['conversations'] as { id: string; title: string }[];
    expect([first?.title, last?.title]).toEqual(['hello there', 'from a pipe']);
    expect(await chat(['--resume', first?.id ?? '', 'again'], { plain: true })).toMatchObject({ code: 0 });
    expect((await world.show(first?.id ?? '')).messages).toHaveLength(4);
    expect((await chat(['--list'], { plain: true })).out).toContain(`${first?.id}  `);
  });

  test('as JSON is a line for each event, and the turn as the last', async () => {
    world.play = deleting;
    await make('json.txt');
    const { code, lines, json } = await chat(['delete json.txt']);
    expect(code).toBe(3);
    expect(lines.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])).toEqual([
      'text',
      'call',
      'said',
      'outcome',
      undefined,
    ]);
    expect(json).toMatchObject({
      state: 'waiting',
      conversationId: expect.any(String),
      waiting: [{ tool: 'delete_file' }],
    });
  });

  test('that waits ends with 3 and says where to decide', async () => {
    world.play = deleting;
    await make('waits.txt');
    const { code, out } = await chat(['delete waits.txt'], { plain: true });
    expect(code).toBe(3);
    expect(out).toMatch(
      /^I will\.\nWaiting for you: delete_file, until \S+\n {2}look at it: {2}deputize approvals show \S+\n/,
    );
    expect(out).toContain(`${world.url}/approvals/`);
  });

  test('that fails ends with 1; what is wrong usage, with 2', async () => {
    world.play = () => ({ status: 401 });
    expect(await chat(['hello'], { plain: true })).toMatchObject({ code: 1, err: expect.stringContaining('key') });
    expect((await chat(['--resume', '--model', 'script', 'x'])).code).toBe(2);
    expect((await chat([], { input: '' })).code).toBe(2);
    expect((await chat(['--model', 'nobody', 'x'])).json).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('without any model says what to set', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'no-model-'));
    const env = { OPENAI_API_KEY: '', GEMINI_API_KEY: '', ANTHROPIC_API_KEY: '', OLLAMA_HOST: '127.0.0.1:9' };
    const { code, json } = await deputize(['chat', 'hello', '--data', empty], { env });
    expect(code).toBe(1);
    expect(json).toMatchObject({
      error: { code: 'NOT_AVAILABLE', message: expect.stringContaining('OPENAI_API_KEY') },
    });
    await rm(empty, { recursive: true });
  });

  test('lets nothing through that steers a terminal', async () => {
    world.play = () => ({ text: 'a\u001B[2Jb\u009Bc\u202Ed\re' });
    expect((await chat(['x'], { plain: true })).out).toBe('a⟦U+001B⟧[2Jb⟦U+009B⟧c⟦U+202E⟧d⟦U+000D⟧e\n');
  });
});

describe('R5, R20: at a terminal, beside a running server', () => {
  test('a call is shown whole, approved by a key, and the turn goes on once', async () => {
    const asked: number[] = [];
    world.play = (request) => {
      asked.push(request.results.length);
      return deleting(request);
    };
    await make('one.txt');
    await using terminal = atTerminal();
    expect(await terminal.until(PROMPT)).toContain('workspace, by script');
    terminal.type('delete one.txt\r');
    const shown = await terminal.until(KEYS);
    expect(shown).toContain('I will.');
    expect(shown).toContain('→ delete_file one.txt … waits for you');
    expect(shown).toContain('Delete "one.txt" (1 bytes)');
    expect(shown).toContain('by       agent conversation:');
    terminal.type('a');
    const after = await terminal.until(PROMPT);
    expect(after).toContain('← delete_file one.txt: done');
    expect(after.match(/It is done\./g)).toHaveLength(1);
    expect(isThere('one.txt')).toBe(false);
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(asked).toEqual([0, 1]);
  });
});

describe('R5, R8, R20: at a terminal, alone', () => {
  beforeAll(() => world.stop());

  test('several calls are decided one by one: approved, denied with a reason, left for later', async () => {
    world.play = deleting;
    await make('a.txt', 'b.txt', 'c.txt');
    await using terminal = atTerminal();
    await terminal.until(PROMPT);
    terminal.type('delete a.txt b.txt c.txt\r');
    expect(await terminal.until(KEYS)).toContain('(1 of 3) Delete "a.txt"');
    terminal.type('a');
    await terminal.until(KEYS);
    terminal.type('d');
    await terminal.until('Why (may be empty): ');
    terminal.type('I need it\r');
    expect(await terminal.until(KEYS)).toContain('(3 of 3) Delete "c.txt"');
    terminal.type('l');
    const left = await terminal.until(PROMPT);
    expect(left).toContain('(1 left to decide: /waiting asks again)');
    expect(left).toContain('← delete_file b.txt: refused (DENIED): A person denied this call: I need it');
    expect([isThere('a.txt'), isThere('b.txt'), isThere('c.txt')]).toEqual([false, true, true]);
    terminal.type('/waiting\r');
    expect(await terminal.until(KEYS)).toContain('Delete "c.txt"');
    terminal.type('a');
    expect(await terminal.until(PROMPT)).toContain('It is done.');
    expect(isThere('c.txt')).toBe(false);
    terminal.type('/quit\r');
    expect(await terminal.ended()).toBe(0);
  });

  test('arguments are edited in the editor, which opens again until they are right', async () => {
    world.play = deleting;
    await make('proposed.txt', 'meant.txt');
    const counter = join(world.data, 'edits');
    const editor = join(world.data, 'editor.sh');
    const steps = ['{"path": ', '{"path": "meant.txt", "force": true}', '{"path": "meant.txt", "recursive": false}'];
    await writeFile(
      editor,
      `#!/bin/sh\necho x >> '${counter}'\ncase $(wc -l < '${counter}') in\n${steps
        .map((text, at) => `*${at + 1}) printf '%s' '${text}' > "$1" ;;`)
        .join('\n')}\nesac\n`,
    );
    await chmod(editor, 0o700);
    await using terminal = atTerminal([], { EDITOR: editor, VISUAL: '' });
    await terminal.until(PROMPT);
    terminal.type('delete proposed.txt\r');
    await terminal.until(KEYS);
    terminal.type('e');
    expect(await terminal.until('[b]ack > ')).toContain('! This is not JSON');
    terminal.type('e');
    expect(await terminal.until('[b]ack > ')).toContain('force');
    terminal.type('e');
    expect(await terminal.until(PROMPT)).toContain('It is done.');
    expect([isThere('proposed.txt'), isThere('meant.txt')]).toEqual([true, false]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('deputize-edit-'))).toEqual([]);
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
  });

  test('what is remembered for the conversation is not asked again in it', async () => {
    const write: Play = ({ results }) =>
      results.length > 0
        ? { text: 'Written.' }
        : { calls: [{ name: 'write_file', args: { path: 'again.txt', content: 'y' } }] };
    world.play = write;
    await make('again.txt');
    await using terminal = atTerminal();
    await terminal.until(PROMPT);
    terminal.type('write\r');
    await terminal.until(KEYS);
    terminal.type('r');
    await terminal.until('[b]ack > ');
    terminal.type('c');
    await terminal.until(PROMPT);
    terminal.type('write\r');
    const second = await terminal.until(PROMPT);
    expect(second).toContain('→ write_file again.txt … done');
    expect(second).not.toContain('[a]pprove');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(await readFile(join(world.workspace, 'again.txt'), 'utf8')).toBe('y');
  });

  test('Ctrl-C stops the turn and the conversation goes on; twice, it leaves', async () => {
    world.play = () => ({ text: 'A long story that never', stall: { after: 3 } });
    await using terminal = atTerminal();
    await terminal.until(PROMPT);
    terminal.type('tell me\r');
    await terminal.until('A');
    terminal.type(CTRL_C);
    expect(await terminal.until(PROMPT)).toContain('! The turn was cancelled.');
    world.play = echo;
    terminal.type('short\r');
    expect(await terminal.until(PROMPT)).toContain('You said: short');
    terminal.type(CTRL_C);
    await terminal.until('(Ctrl-C again to leave)');
    await terminal.until(PROMPT);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(0);
  });

  test('a conversation is resumed with its last words and what still waits in it', async () => {
    world.play = deleting;
    await make('resumed.txt');
    const first = await chat(['delete resumed.txt']);
    await using terminal = atTerminal(['--resume', String(first.json['conversationId'])]);
    const shown = await terminal.until(KEYS);
    expect(shown).toContain('you> delete resumed.txt');
    expect(shown).toContain('assistant> I will.');
    terminal.type('a');
    expect(await terminal.until(PROMPT)).toContain('It is done.');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(isThere('resumed.txt')).toBe(false);
  });

  test('nothing that a model writes steers the terminal', async () => {
    world.play = () => ({
      text: 'calm \u001B]0;owned\u0007 \u001B[31mred\u001B[0m',
      calls: [{ name: '\u001B[2Jx', args: { p: '\u001B[1;1H' } }],
    });
    await using terminal = atTerminal();
    await terminal.until(PROMPT);
    terminal.type('attack\r');
    const shown = await terminal.until('in a row');
    expect(shown).toContain('⟦U+001B⟧[31mred');
    // What is left of escapes is the line editor's own.
    expect(shown.replaceAll(/\u001B\[\d*[GJ]/g, '')).not.toContain('\u001B');
    await terminal.until(PROMPT);
    terminal.type(CTRL_D);
    await terminal.ended();
  });
});
