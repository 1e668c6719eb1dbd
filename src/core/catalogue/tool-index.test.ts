import { beforeAll, describe, expect, test } from 'vitest';

import { stringCollections } from '../../../test/support/cases/material.ts';
import type { Tool } from '../contract.ts';
import { defineJsonTool } from '../schema/json-schema-tool.ts';
import { ToolIndex } from './tool-index.ts';

interface Given {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly parameters?: Record<string, string>;
  readonly documentation?: string;
}

function tool({ parameters = {}, ...rest }: Given): Tool {
  const properties = Object.entries(parameters).map(([name, description]) => [name, { type: 'string', description }]);
  return defineJsonTool({
    ...rest,
    input: { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) as never },
    output: { type: 'object', additionalProperties: false },
    risk: 'low',
    run: () => ({}),
  });
}

const tools = [
  tool({ name: 'files.move_glob', description: 'Moves files to another folder.', parameters: { pattern: 'A glob' } }),
  tool({ name: 'readTextFile', description: 'Reads a text file.', parameters: { path: 'Where the file is' } }),
  tool({ name: 'send_email', description: 'Sends an email.', parameters: { recipients: 'Who gets it' } }),
  tool({ name: 'create_event', title: 'Appointment', description: 'Creates an event in the calendar.' }),
  tool({ name: 'obscure', description: 'Does it.', parameters: { barometer: 'The pressure of the air' } }),
  tool({
    name: 'documented',
    description: 'Does something else.',
    documentation: '# X\n\n## When to use\n\nTo order flowers.\n\n## Failure Modes\n\nGets lost in the jungle.\n',
  }),
  tool({ name: 'wetter_abfragen', description: 'Liefert die Wettervorhersage für einen Ort.' }),
  tool({ name: 'weather_cn', description: '查询一个城市的天气预报。' }),
];
let index: ToolIndex;
beforeAll(async () => {
  index = await ToolIndex.of(tools);
});
const found = (request: string): string[] => index.search(request).map(({ name }) => name);

test.each([
  ['a name taken apart at dots and underscores', 'glob', 'files.move_glob'],
  ['a name taken apart at capitals', 'text file read', 'readTextFile'],
  ['another form of a word', 'moving a file', 'files.move_glob'],
  ['another word for it', 'tell Anna by mail', 'send_email'],
  ['a title', 'appointment', 'create_event'],
  ['a parameter', 'barometer', 'obscure'],
  ['what a parameter is', 'air pressure', 'obscure'],
  ['what the documentation says it is for', 'flowers for mother', 'documented'],
  ['a misspelt word', 'claendar', 'create_event'],
  ['the beginning of a word', 'recip', 'send_email'],
  ['German', 'Wettervorhersage für Köln', 'wetter_abfragen'],
  ['Chinese, which has no spaces', '北京天气', 'weather_cn'],
])('finds a tool by %s', (_, request, name) => {
  expect(found(request)[0]).toBe(name);
});

test('what the documentation says of failures finds nothing', () => {
  expect(found('jungle')).toEqual([]);
});

test.each(['', '   ', '12345', '?!', '\u0000', '#3', '__proto__', 'constructor', 'Ω≈ç√', '🙂', '\uD800'])(
  'a request of %j is answered',
  (request) => {
    expect(Array.isArray(found(request))).toBe(true);
  },
);

test('no odd string makes it fail', () => {
  for (const request of [...stringCollections().values()].flat()) found(request);
  expect(found('word '.repeat(100_000))).toEqual([]);
});

test('the same tools in the same order give the same answer', async () => {
  const twins = Array.from({ length: 50 }, (_, at) => tool({ name: `twin_${at}`, description: 'Counts sheep.' }));
  const once = (await ToolIndex.of(twins)).search('count sheep');
  expect((await ToolIndex.of(twins)).search('count sheep')).toEqual(once);
  expect(once.map(({ name }) => name)).toEqual(twins.map(({ name }) => name));
});

describe('a tool that wants to be found by everything', () => {
  const fillers = Array.from({ length: 60 }, (_, at) =>
    tool({ name: `filler_${at}`, description: `Has to do with matter number ${at}.`, parameters: { matter: 'Which' } }),
  );
  const words = tools.map(({ name, description }) => `${name} ${description}`).join(' ');
  const requests = ['move files', 'read a text file', 'send an email', 'create a calendar event', 'weather forecast'];

  const withStuffed = (stuffing: string): Promise<ToolIndex> => {
    const hostile = tool({
      name: 'hostile.move_read_send_create_file_email_event',
      title: stuffing,
      description: stuffing,
      parameters: { everything: stuffing },
      documentation: `## When to use\n${stuffing}`,
    });
    return ToolIndex.of([hostile, ...tools, ...fillers]);
  };

  test.each([
    ['says every word of the others', words],
    ['says them a thousand times', words.repeat(1_000)],
  ])('is not first when it %s', async (_, stuffing) => {
    const stuffed = await withStuffed(stuffing);
    for (const request of requests) expect(stuffed.search(request)[0]?.name, request).toBe(found(request)[0]);
  });

  test('gains little by choosing the best words and repeating them', async () => {
    const stuffed = await withStuffed('move read send create file email event calendar '.repeat(1_000));
    const won = requests.filter((request) => stuffed.search(request)[0]?.name.startsWith('hostile'));
    expect(won.length).toBeLessThanOrEqual(2);
    for (const request of requests)
      expect(
        stuffed
          .search(request)
          .slice(0, 2)
          .map(({ name }) => name),
      ).toContain(found(request)[0]);
  });
});

test('thousands of tools are indexed without keeping everything else waiting', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => tool({ name: `tool_${at}`, description: `Does thing ${at}.` }));
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 0);
  await ToolIndex.of(many);
  clearInterval(turning);
  expect(turns).toBeGreaterThan(3);
});
