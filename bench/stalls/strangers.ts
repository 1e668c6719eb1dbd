/** The servers of strangers that the server asks: a calendar, a web search and a model. Each answers with what is set. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { multistatus, resource, startHostileCalDav } from '../../test/support/servers/hostile-caldav.ts';
import type { HostileInput } from '../../test/support/cases/hostile-inputs.ts';

export interface HostileStrangers {
  readonly calendarUrl: string;
  readonly searchUrl: string;
  readonly modelUrl: string;
  /** What the calendar answers to the next questions. */
  setCalendar(answer: string): void;
  setSearch(answer: string): void;
  /** The stream of the model, as its server sends it. */
  setModel(answer: string): void;
  close(): Promise<void>;
}

export async function startStrangers(): Promise<HostileStrangers> {
  let [calendar, search, model] = ['', '', ''];
  const caldav = await startHostileCalDav();
  caldav.misbehave('REPORT', (_, response) => {
    response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(calendar);
  });
  const searching = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(search);
  });
  const answering = await listen((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(model));
  });
  return {
    ...{ calendarUrl: caldav.url, searchUrl: searching.url, modelUrl: `${answering.url}v1` },
    setCalendar: (answer) => void (calendar = answer),
    setSearch: (answer) => void (search = answer),
    setModel: (answer) => void (model = answer),
    close: async () => void (await Promise.all([caldav.close(), searching.close(), answering.close()])),
  };
}

async function listen(answer: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The answer of a calendar server that holds these events. */
export function toCalendarAnswer(events: readonly string[]): string {
  const data = (event: string): string => event.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return multistatus(
    ...events.map((event, at) =>
      resource(
        `/calendars/shared/${at}.ics`,
        `<d:getetag>"1"</d:getetag><c:calendar-data>${data(event)}</c:calendar-data>`,
      ),
    ),
  );
}

const chunk = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const END = 'data: [DONE]\n\n';
const callTool = (args: string): string =>
  chunk({
    tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'search_tools', arguments: args } }],
  });

export const hostileModelAnswers: readonly HostileInput<string>[] = [
  ['100,000 pieces of text', () => `${chunk({ content: 'a' }).repeat(100_000)}${END}`],
  ['a text of eight megabytes', () => `${chunk({ content: 'word '.repeat(1_600_000) })}${END}`],
  ['arguments nested a million deep', () => `${callTool('['.repeat(1_000_000))}${END}`],
  ['arguments of 1,000,000 objects', () => `${callTool(`{"query":[${'{},'.repeat(1_000_000)}{}]}`)}${END}`],
  ['a message of 2,000,000 objects', () => `data: {"choices":[${'{},'.repeat(2_000_000)}{}]}\n\n${END}`],
];

export const hostileSearchAnswers: readonly HostileInput<string>[] = [
  ['1,300,000 empty results', () => `{"results":[${'{},'.repeat(1_300_000)}{}]}`],
  ['nested four million deep', () => `{"results":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`],
];
