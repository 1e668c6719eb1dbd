/** Talking to an assistant in the console: its words as they come, its calls as cards, and the decisions among them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startScriptedModel, type ScriptedModel, type ScriptedTurn } from '../../src/testing/scripted-model.ts';
import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, launchBrowser, visit, type Visit } from '../support/clients/browser.ts';
import { confirmHighRisk } from '../support/clients/decide-in-browser.ts';
import { startServer, type TestServer } from '../support/servers/test-server.ts';

let model: ScriptedModel;
let http: TestServer;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let seen: Visit;
let page: Page;
let script: ScriptedTurn[];
let folder: string;
beforeAll(async () => {
  model = await startScriptedModel({ script: () => script.shift() });
  folder = await mkdtemp(join(tmpdir(), 'chat-'));
  const config = join(folder, 'deputize.yaml');
  await writeFile(
    config,
    `models: { script: { provider: openai-compatible, model: scripted, url: '${model.url}' }, other: { provider: openai-compatible, model: scripted, url: '${model.url}' } }\n`,
  );
  [http, browser] = await Promise.all([startServer(config), launchBrowser()]);
  seen = await visit(browser, http);
  page = seen.page;
});
beforeEach(async () => {
  await page.goto(new URL('/chat', http.url).href);
  await page.getByLabel('Write a message').waitFor();
});
afterAll(async () => {
  await browser.close();
  await http[Symbol.asyncDispose]();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expectCalm(seen));

async function say(text: string): Promise<void> {
  await page.getByLabel('Write a message').fill(text);
  await page.keyboard.press('Enter');
}
const said = () => page.locator('.said-answer');
const heard = async (text: string): Promise<void> => said().filter({ hasText: text }).first().waitFor();

describe('a conversation', () => {
  test('begins with the chosen assistant, and its answer is seen while it comes', async () => {
    script = [{ text: 'One moment, I am **thinking** about it for a while.', stall: { after: 6 } }];
    await page.getByLabel('Talk to').selectOption('workspace:other');
    await say('Think.');
    await heard('One moment');
    expect(await page.getByText('workspace, by the model other').count()).toBe(1);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('The turn was cancelled.').waitFor();
    script = [{ text: 'Here **it** is.' }];
    await page.getByRole('button', { name: 'Try again' }).click();
    await heard('Here it is.');
    expect(await said().last().locator('strong').textContent()).toBe('it');
    expect(await page.locator('.said-user').allTextContents()).toEqual(['You:Think.', 'You:Think.']);
  });

  test('shows calls as cards, with their results folded', async () => {
    await writeFile(join(http.workspace, 'seen.txt'), 'x');
    script = [
      {
        text: 'Looking.',
        calls: [
          { name: 'list_directory', args: { path: '.' } },
          { name: 'read_file', args: { path: 'missing' } },
        ],
      },
      { text: 'Done looking.' },
    ];
    await say('What is here?');
    await heard('Done looking.');
    const card = page.getByRole('group', { name: 'Call of list_directory' });
    expect(await card.locator('.badge').textContent()).toBe('Done');
    expect(await card.getByText('seen.txt').isVisible()).toBe(false);
    await card.getByText('Result', { exact: true }).click();
    await card.getByText('seen.txt').first().waitFor();
    expect(await page.getByRole('group', { name: 'Call of read_file' }).locator('.badge').textContent()).toBe('Failed');
  });

  test('asks among the words, and goes on once that is decided', async () => {
    await writeFile(join(http.workspace, 'a.txt'), 'old\n');
    script = [
      { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'new\n' } }] },
      { text: 'It is written.' },
    ];
    await say('Write it.');
    const card = page.getByRole('group', { name: 'Call of write_file' });
    await card.locator('.diff-add', { hasText: 'new' }).waitFor();
    // A single key must not decide on an approval inside a conversation.
    await page.locator('.talk-said').press('a');
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, 'chat-decision');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('old\n');
    await card.getByRole('button', { name: 'Approve' }).click();
    await heard('It is written.');
    await card.getByText('You approved this.').waitFor();
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('new\n');
  });

  test('R5: asks twice among the words for what is of high risk', async () => {
    await writeFile(join(http.workspace, 'gone.txt'), 'x');
    const exists = () =>
      readFile(join(http.workspace, 'gone.txt')).then(
        () => true,
        () => false,
      );
    script = [{ calls: [{ name: 'delete_file', args: { path: 'gone.txt' } }] }, { text: 'It is deleted.' }];
    await say('Delete it.');
    const card = page.getByRole('group', { name: 'Call of delete_file' });
    await card.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    const confirmation = card.getByRole('alertdialog');
    for (const named of ['delete_file', 'Delete "gone.txt"']) expect(await confirmation.textContent()).toContain(named);
    expect(await exists()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await confirmHighRisk(card);
    await heard('It is deleted.');
    expect(await exists()).toBe(false);
  });

  test('R8: a yes for this conversation holds in it, and in no other', async () => {
    const write = (content: string) => ({ calls: [{ name: 'write_file', args: { path: 'a.txt', content } }] });
    await writeFile(join(http.workspace, 'a.txt'), 'old\n');
    script = [write('kept\n'), { text: 'First done.' }, write('kept\n'), { text: 'Second done.' }];
    await say('Write it.');
    const card = page.getByRole('group', { name: 'Call of write_file' });
    await card.getByLabel('Remember').selectOption('conversation');
    await card.getByRole('button', { name: 'Approve' }).click();
    await heard('First done.');
    await writeFile(join(http.workspace, 'a.txt'), 'changed\n');
    await say('Again.');
    await heard('Second done.');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('kept\n');
    const { grants } = (await http.json<{ grants: { id: string }[] }>('/api/grants')).body;
    expect(grants).toHaveLength(1);
    // Without a conversation it is asked about.
    expect((await http.call('write_file', { path: 'a.txt', content: 'kept\n' })).body.state).toBe('pending');
    for (const { id } of grants) await http.json(`/api/grants/${id}`, { method: 'DELETE' });
  });

  test('takes text files along, and says what it leaves out', async () => {
    script = [{ text: 'Read it.' }];
    await page
      .getByLabel('Attach', { exact: true })
      .first()
      .setInputFiles([
        { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n```\ncode\n```\n') },
        { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0]) },
      ]);
    await page.getByText('Left out: picture.png').waitFor();
    await say('Look at this.');
    await heard('Read it.');
    const asked = JSON.stringify(model.requests.at(-1)?.body);
    expect(asked).toContain('# Notes');
    expect(await page.locator('.said-file summary').textContent()).toBe('notes.md');
    await page.reload();
    await page.locator('.said-file summary', { hasText: 'notes.md' }).click();
    await page.getByRole('group', { name: 'notes.md' }).waitFor();
  });

  test('keeps files where the assistant’s own tools read them, whatever they are', async () => {
    script = [{ text: 'Seen.' }];
    await page.getByLabel('Talk to').selectOption('organization');
    await page
      .getByLabel('Attach', { exact: true })
      .first()
      .setInputFiles([
        { name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
        { name: 'odd.bin', mimeType: '', buffer: Buffer.from([0, 1, 2, 0xff]) },
      ]);
    await page.locator('.attached .chip').nth(1).waitFor();
    await say('Add them up.');
    await heard('Seen.');
    expect(await page.locator('.said-user .said-file').allTextContents()).toEqual(['figures.csv', 'odd.bin']);
    const asked = model.requests.at(-1)?.body as { messages: { content: unknown }[] };
    const fileId = /figures\.csv\\*", kept as \\*"([0-9a-f-]{36})/.exec(JSON.stringify(asked.messages))?.[1];
    // Files are read in the background.
    const content = async () => (await http.call('get_file_content', { fileId }, { preset: 'organization' })).body;
    await expect
      .poll(content, { timeout: 20_000 })
      .toMatchObject({ state: 'ok', value: { filename: 'figures.csv', content: 'a,b\n1,2\n' } });
  });

  test('is found by what was said in it', async () => {
    script = [{ text: 'The word is xylophone.' }, { text: 'Nothing of the kind.' }];
    await say('First talk');
    await heard('xylophone');
    await page.getByRole('link', { name: 'New' }).click();
    await say('Second talk, 100% sure');
    await heard('Nothing of the kind');
    const titles = page.locator('.split-list .row-title');
    await page.getByLabel('Find a conversation').fill('XYLO');
    await expect.poll(() => titles.allTextContents()).toEqual(['First talk']);
    await page.getByLabel('Find a conversation').fill('100%');
    await expect.poll(() => titles.allTextContents()).toEqual(['Second talk, 100% sure']);
    await page.getByLabel('Find a conversation').fill('%');
    await expect.poll(() => titles.allTextContents()).toEqual(['Second talk, 100% sure']);
    await page.getByLabel('Find a conversation').fill('list_directory');
    await page.getByText('Nothing like that was said.').waitFor();
  });

  test('shows hostile words as the words that they are', async () => {
    const bad = '<img src=x onerror=alert(1)> [click](javascript:alert(1)) \u202Egnp.exe';
    script = [{ text: bad, calls: [{ name: 'no<script>tool', args: '{"broken' }] }, { text: 'End.' }];
    await say(bad);
    await heard('End.');
    expect(await page.locator('.talk-said img, .talk-said a[href^="javascript"], .talk-said script').count()).toBe(0);
    expect(await said().first().textContent()).toContain('U+202E');
  });

  test('says why the model failed, and can be tried again', async () => {
    script = [{ status: 400, error: { message: 'no such thing' } }];
    await say('Hello?');
    expect(await page.locator('.talk-said [role=alert]').first().textContent()).toContain('400');
    script = [{ text: 'Now it works.' }];
    await page.getByRole('button', { name: 'Try again' }).click();
    await heard('Now it works.');
  });

  test('goes on in a second window of the same person', async () => {
    script = [{ text: 'Hello, both.', delay: 40 }];
    const other = await visit(browser, http);
    await say('Anyone there?');
    await page.waitForURL(/chat\/[0-9a-f-]{8}/);
    await other.page.goto(page.url());
    await other.page.locator('.said-answer', { hasText: 'Hello, both.' }).waitFor();
    expectCalm(other);
    await other.context.close();
  });
});

/** Headless Chromium has no speech recognition, so the test sends the recognised words. */
const RECOGNISER = `
  window.spoken = [];
  window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
    start() { window.recogniser = this; }
    abort() {}
  };
  window.speechSynthesis.speak = (utterance) => window.spoken.push(utterance.text);
`;

test('is spoken and heard by the browser’s own means', async () => {
  const talk = await visit(browser, http);
  await talk.page.addInitScript(RECOGNISER);
  script = [{ text: 'Hello.' }, { text: 'It is **noon**.' }];
  await talk.page.goto(new URL('/chat', http.url).href);
  await talk.page.getByLabel('Write a message').fill('Hi');
  await talk.page.keyboard.press('Enter');
  await talk.page.locator('.said-answer', { hasText: 'Hello.' }).waitFor();
  // What is answered while one begins to speak would be spoken too.
  await talk.page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  await talk.page.getByRole('button', { name: 'Speak' }).click();
  await talk.page.getByText('Listening').waitFor();
  const told = (words: string, isFinal: boolean) =>
    talk.page.evaluate(
      `window.recogniser.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [Object.assign([{ transcript: ${JSON.stringify(words)} }], { isFinal: ${isFinal} })] }))`,
    );
  await told('what ti', false);
  await talk.page.getByText('what ti').waitFor();
  await told('what time is it', true);
  await talk.page.locator('.said-answer', { hasText: 'It is noon.' }).waitFor();
  await expect.poll(() => talk.page.evaluate('window.spoken'), { timeout: 10_000 }).toEqual(['It is noon.']);
  expectCalm(talk);
  await talk.context.close();
});
