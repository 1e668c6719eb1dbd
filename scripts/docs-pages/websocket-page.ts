/** docs/websocket.md: every message of the sockets in both directions, from the schemas in src/wire. */
import { automationAnswer, automationRequest, challenge, hello, welcome } from '../../src/wire/automation.ts';
import { socketRequest } from '../../src/wire/messages.ts';
import { auditEvents, socketEvent, socketMessage } from '../../src/wire/socket-messages.ts';
import { voiceMessage, voiceRequest } from '../../src/wire/voice.ts';
import { code, listFields, toJsonSchema, type JsonSchema, type SchemaField } from './json-schema.ts';
import { escapeText, GENERATED, writeFieldTable, writeTable } from './markdown.ts';
import { writeLinkedTable } from './shared-shapes.ts';

export interface SocketMessageShape {
  readonly type: string;
  readonly description: string | undefined;
  readonly fields: readonly SchemaField[];
}

const SCHEMAS = {
  requests: socketRequest,
  messages: socketMessage,
  voiceRequests: voiceRequest,
  voiceMessages: voiceMessage,
  automationRequests: automationRequest,
  automationAnswers: automationAnswer,
};

const listMessages = (schema: JsonSchema): SocketMessageShape[] =>
  (schema.oneOf ?? schema.anyOf ?? [schema]).map((variant) => ({
    type: String(variant.properties?.['type']?.const ?? ''),
    description: variant.description,
    fields: listFields(variant).filter(({ path }) => path !== 'type'),
  }));

/** Every message of every socket. */
export const listSocketMessages = (): SocketMessageShape[] =>
  [...Object.values(SCHEMAS), challenge, hello, welcome, socketEvent].flatMap((schema) =>
    listMessages(toJsonSchema(schema)),
  );

export function writeWebsocketPage(): string {
  const messages = (name: keyof typeof SCHEMAS, section: string): string[] => [
    ...listMessages(toJsonSchema(SCHEMAS[name])).flatMap((message) => writeMessage(message, section)),
  ];
  return [
    GENERATED,
    INTRODUCTION,
    '## Messages of the client on /ws',
    ...messages('requests', 'client'),
    '## Messages of the server on /ws',
    ...messages('messages', 'server'),
    EVENTS,
    writeFieldTable(listFields(toJsonSchema(socketEvent)).filter(({ path }) => path !== 'type')),
    writeTable(
      ['kind', 'what happened'],
      Object.entries(auditEvents).map(([kind, meaning]) => [code(kind), meaning]),
    ),
    VOICE,
    '### Messages of the voice client',
    ...messages('voiceRequests', 'voice client'),
    '### Messages of the voice server',
    ...messages('voiceMessages', 'voice server'),
    AUTOMATION,
    ...[challenge, hello, welcome].flatMap((schema) =>
      listMessages(toJsonSchema(schema)).flatMap((message) => writeMessage(message, 'automation')),
    ),
    '### Requests to the automation service',
    ...messages('automationRequests', 'automation request'),
    '### Answers of the automation service',
    ...messages('automationAnswers', 'automation answer'),
  ].join('\n\n');
}

function writeMessage({ type, description = '', fields }: SocketMessageShape, section: string): string[] {
  const isNested = section.includes(' ') || section === 'automation';
  return [
    `${isNested ? '####' : '###'} ${type} (${section})`,
    escapeText(description),
    writeLinkedTable(fields, 'http-api.md'),
  ];
}

const INTRODUCTION = `# WebSocket

The server speaks over three sockets. Every message is one JSON object with a \`type\`.

| socket | for |
| --- | --- |
| [\`/ws\`](#messages-of-the-client-on-ws) | calls, plans, approvals and events |
| [\`/ws/voice\`](#voice) | a conversation by voice or in writing |
| [the automation service](#automation-service) | calls to the process that uses your computer, over a local socket |

## Connect

Open \`ws://127.0.0.1:7377/ws\` with the header \`Authorization: Bearer TOKEN\` (from \`deputize token create\`), or from the console with an address that the key of its session has signed. The address works once, within a minute. Without a valid credential the server answers 401, to another site 403.

- The first message of the server is \`ready\`. Events follow at once.
- Every request has a \`requestId\` of your own. The answer repeats it. Answers may come in another order than requests.
- At most 64 requests run at the same time on one connection. A message has at most 9 MB.
- A request that cannot be read or is not allowed is answered with \`error\`. The connection stays open.

| close code | why | what to do |
| --- | --- | --- |
| 1008 | the credential was revoked or has expired | sign in again |
| 1011 | an error in the server | connect again |
| 1012 | the server stops | connect again; with several nodes another one answers |
| 1013 | the client reads too slowly | connect again, and read what is missing from the audit |

An agent's connection can call tools and propose plans. Only a person's connection can send \`approval.decide\` and \`plan.approve\`.

## A call and a plan, step by step

1. An agent sends \`plan.propose\` with several calls, or \`tool.execute\` with one.
2. For a plan the server sends \`chat.assistant_plan\` to every connection of the user: each call with its decision, risk, scope and preview.
3. A person approves one, several or all calls with \`plan.approve\`, or a waiting call with \`approval.decide\`.
4. The server validates, decides and runs each call. For the desktop preset it sends \`tool.execute\` with a confirm token to the automation service, which checks everything again.
5. The answer is \`tool.results\`: one outcome per call, and in \`audit\` what the audit says about it (trace, call, arguments as a hash, decision, result, start and end).`;

const EVENTS = `## Events

Everything that is recorded about a user is sent to the connections of that user, as it happens, in order. The \`type\` is the kind of the audit record. The fields of the record's body are beside these. Contents are not in events; load them over the [HTTP API](http-api.md).`;

const VOICE = `## Voice

\`/ws/voice\` is a conversation with the preset \`voice\`: [the preset's page](presets/voice.md) has an example. Text messages are JSON. Binary messages are sound: PCM, 16 bit, little-endian, 24,000 samples per second, one channel. The client sends \`hello\` within 10 seconds. A message has at most 100,000 bytes. It may send 20 text messages and 96,000 bytes of sound per second, and more for a short time.`;

const AUTOMATION = `## Automation service

The tools of the preset \`desktop\` run in a separate process, \`deputize automation\`. The server talks to it over a Unix socket in a private folder: one JSON object per line. You do not need it to use Deputize. Both sides first prove that they know a shared secret, which is never sent.

### How a connection begins`;
