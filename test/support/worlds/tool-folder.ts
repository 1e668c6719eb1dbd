/** Folders of authored tools for tests: a good one, and whatever is to be otherwise. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SECTIONS = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
];

export const goodSchema = (toolId: string) => ({
  toolId,
  version: '1.0.0',
  description: 'Says hello.',
  category: 'utility' as string,
  sideEffects: 'none' as string,
  idempotent: true,
  requiresConfirmation: false,
  allowedModes: ['text', 'voice'],
  latencyBudgetMs: 5_000,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 100 } },
  } as Record<string, unknown>,
});

export const goodDocument = SECTIONS.map((name) =>
  name === 'Examples' ? '## Examples\n\n```json\n{ "name": "Ada" }\n```\n' : `## ${name}\n\nA sentence.\n`,
).join('\n');

export const handlerWith = (body: string): string =>
  `import { ErrorType, ToolError } from '../_core/error-types.js';\n\nexport async function execute({ args, context }) {\n  void ErrorType; void ToolError;\n  ${body}\n}\n`;

/** Every built-in module that a handler may import: the build and the process that it runs in must agree. */
export const harmlessModules = [
  'assert',
  'assert/strict',
  'buffer',
  'path',
  'path/posix',
  'querystring',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
];

export interface ToolChanges {
  /** Fields of schema.json that are to be otherwise; undefined takes one out. */
  readonly schema?: Record<string, unknown>;
  /** Whole files; undefined leaves one out. */
  readonly files?: Record<string, string | undefined>;
  /** The handler's body. */
  readonly body?: string;
}

export function writeTool(root: string, folder: string, { schema, files, body }: ToolChanges = {}): void {
  const fields = { ...goodSchema(folder.replaceAll('-', '_')), ...schema };
  const all: Record<string, string | undefined> = {
    'schema.json': JSON.stringify(fields, null, 2),
    'doc_summary.md': 'Say hello to a person by name.\n',
    'doc.md': `# Hello\n\n${goodDocument}`,
    'handler.js': handlerWith(body ?? 'return { ok: true, data: { greeting: `Hello, ${args.name}!` } };'),
    ...files,
  };
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(all)) {
    if (text === undefined) continue;
    const file = join(root, folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
