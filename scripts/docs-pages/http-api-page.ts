/** docs/http-api.md: every route of the HTTP API, from its OpenAPI description. */
import type { z } from 'zod';

import { createHttpApp, describeApi } from '../../src/doors/http/app.ts';
import type { HttpEnvironment } from '../../src/doors/http/environment.ts';
import * as conversations from '../../src/wire/conversations.ts';
import * as wire from '../../src/wire/messages.ts';
import { planView } from '../../src/wire/plan-view.ts';
import { preview } from '../../src/wire/previews.ts';
import { code, listFields, nameType, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { escapeText, GENERATED, toAnchor, writeFieldTable, writeTable } from './markdown.ts';
import { writeLinkedTable } from './shared-shapes.ts';

interface ApiContent {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface ApiOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: JsonSchema;
    readonly description?: string;
  }[];
  readonly requestBody?: ApiContent;
  readonly responses: Readonly<Record<string, ApiContent & { readonly description: string }>>;
}

interface ApiRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** The routes that the API describes. No route is called, so the app gets no runtime. */
function listApiRoutes(): ApiRoute[] {
  const environment = { runtime: {}, mounted: [], allowedHosts: [] } as unknown as HttpEnvironment;
  const { paths } = describeApi(createHttpApp(environment)) as unknown as {
    paths: Record<string, Record<string, ApiOperation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Objects that several routes answer with. They are described once. */
const SHAPES: readonly (readonly [string, string, z.ZodType])[] = [
  ['Outcome', 'What one call ended in, or what it waits for.', wire.outcome],
  ['Error', 'Every error has this form. [errors.md](errors.md) lists the codes.', wire.errorValue],
  ['Call', 'One call as it is recorded.', wire.callView],
  ['Approval', 'A call that waits for a decision, or waited for one.', wire.approvalView],
  ['Decided approval', 'The outcome of a decided call.', wire.decided],
  ['Preview', 'What a person sees of a call. Each part has one of several kinds.', preview],
  ['Dry run', 'How a call would be decided.', wire.dryRunResult],
  ['Tool', 'One tool of a preset.', wire.toolListing],
  ['Grant', 'A standing permission.', wire.grant],
  ['Audit record', 'One entry of the audit chain.', wire.auditRecord],
  ['Mounted server', 'An MCP server whose tools are offered.', wire.mountedServer],
  ['Conversation', 'A conversation with an assistant.', conversations.conversation],
  ['Turn', 'What one message to an assistant led to.', conversations.turn],
  ['Plan', 'Several calls that are proposed together.', planView],
];

export function writeHttpApiPage(): string {
  const groups = Map.groupBy(listApiRoutes(), ({ path }) => path.split('/')[2] ?? '');
  return [
    GENERATED,
    INTRODUCTION,
    '## Routes',
    ...[...groups].flatMap(([group, routes]) => [`### ${group}`, ...routes.flatMap(writeRoute)]),
    '## Shapes',
    ...SHAPES.flatMap(([name, meaning, schema]) => [
      `### ${name}`,
      meaning,
      writeLinkedTable(listFields(toJsonSchema(schema)), ''),
    ]),
  ].join('\n\n');
}

function writeRoute({ method, path, operation }: ApiRoute): string[] {
  const { summary = '', description, requestBody, responses } = operation;
  const parameters = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  const body = requestBody?.content?.['application/json']?.schema;
  return [
    `#### ${method} ${path}`,
    [`${summary}.`, ...(description === undefined ? [] : [description])].join(' '),
    ...(parameters.length === 0 ? [] : [writeParameters(parameters)]),
    ...(body ? ['Body:', writeFieldTable(listFields(body))] : []),
    ['Answers:', ...listAnswers(responses)].join('\n'),
  ];
}

const writeParameters = (parameters: NonNullable<ApiOperation['parameters']>): string =>
  writeTable(
    ['query parameter', 'type', 'needed', 'meaning'],
    parameters.map((parameter) => [
      code(parameter.name),
      nameType(parameter.schema ?? {}).replace(' or `null`', ''),
      parameter.required ? 'yes' : 'no',
      escapeText(parameter.schema?.description ?? parameter.description ?? ''),
    ]),
  );

const listAnswers = (responses: ApiOperation['responses']): string[] =>
  Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { description, content }]) => {
      const [type, { schema }] = Object.entries(content ?? {})[0] ?? ['', {}];
      const shape = schema ? ` ${nameShape(schema)}` : '';
      return `- ${status}: ${description}${type === 'application/json' || type === '' ? shape : ` As ${code(type)}.`}`;
    });

/** A link to the shape that has the same fields, or the names of the fields. */
function nameShape(schema: JsonSchema): string {
  const fields = Object.keys(schema.properties ?? {});
  const known = findShape(schema);
  if (known !== undefined) return `${linkShape(known)}.`;
  if (fields.length === 0) return '';
  const named = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const inner = findShape(value.items ?? value);
    if (inner === undefined) return code(name);
    return `${code(name)} (${value.items ? 'list of ' : ''}${linkShape(inner)})`;
  });
  return `Fields: ${named.join(', ')}.`;
}

const linkShape = (name: string): string => `[${name.toLowerCase()}](#${toAnchor(name)})`;

const keysOf = ({ properties = {} }: JsonSchema): string => Object.keys(properties).toSorted().join(' ');

function findShape(schema: JsonSchema): string | undefined {
  const keys = keysOf(schema);
  return keys === '' ? undefined : SHAPES.find(([, , shape]) => keysOf(toJsonSchema(shape)) === keys)?.[0];
}

const INTRODUCTION = `# HTTP API

The server that \`deputize start\` runs answers on \`http://127.0.0.1:7377\`. It describes these routes at \`GET /openapi.json\`. Events and calls also go over the [WebSocket](websocket.md).

## Sign in

Send a token as \`Authorization: Bearer TOKEN\`. \`deputize token create\` makes one.

- An **agent's** token can call tools. It can never approve, grant, undo or change a setting.
- A **person's** token (\`--scope person\`) can also decide. Keep it from every model.

A browser that is signed in sends its session cookie and a signature of the session's key in \`x-deputize-proof\`. The cookie alone authorises nothing ([why](decisions/2026-11-18-session-keys.md)). Programs use a token.

\`\`\`sh http
TOKEN=$(npx deputize token create --data state --json | node -p 'JSON.parse(fs.readFileSync(0)).token')
curl -s $URL/api/calls -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{"tool": "read_file", "args": {"path": "notes.txt"}, "preset": "workspace"}'
\`\`\`

## Errors

A failed request is answered as \`{ "error": … }\` with an [error](#error) inside and the HTTP status that fits: 400, 401, 403, 404, 409, 410, 413, 429, 500, 502 or 503. A call that was made and refused is not a failed request: it is answered with status 200 and an outcome whose state is \`refused\`.

## Other addresses

| address | what it is |
| --- | --- |
| \`GET /healthz\` | \`{ "ok": true }\` while the server takes requests; needs no token |
| \`GET /openapi.json\` | the description of the routes below |
| \`GET /metrics\` | figures for Prometheus; for administrators |
| \`GET /api/audit/export\` | the audit of the organization as JSON lines; with \`from\` and \`to\` (days), [a signed file](audit.md#export); for administrators |
| \`GET /api/files/{id}/download\` | the content of a file of the organization preset |
| \`/mcp\`, \`/mcp/PRESET\` | MCP over Streamable HTTP: [connect a client](connect-a-client.md) |
| \`/v1/models\`, \`/v1/chat/completions\`, \`/v1/responses\` | the OpenAI-compatible API: [chat clients](recipes/chat-clients.md) |
| \`/ws\`, \`/ws/voice\` | the [WebSocket](websocket.md) |
| \`/\`, \`/approvals/{id}\`, \`/account\`, \`/people\` | the console and its plain pages |`;
