/** Makes the folder of a new tool: four files that build as they are, and a test that passes. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DeputizeError } from '../core/index.ts';
import { coreFolder } from './build.ts';

interface NewTool {
  readonly toolId: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** The name may be written with dashes or underscores; the folder has dashes, the tool's id underscores. */
export function newTool(root: string, name: string, { typescript = false } = {}): NewTool {
  const toolId = name.replaceAll('-', '_');
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(toolId) || toolId.length > 64) {
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${name.slice(0, 80)}" cannot be a tool’s name: it is lower-case letters, digits and single dashes or underscores.`,
    );
  }
  const taken = [toolId.replaceAll('_', '-'), toolId].find((folder) => existsSync(join(root, folder)));
  if (taken !== undefined) throw new DeputizeError('ALREADY_EXISTS', `${join(root, taken)} is there already.`);
  const folder = join(root, toolId.replaceAll('_', '-'));
  mkdirSync(folder, { recursive: true });
  putCore(root);
  const files = new Map([
    ['schema.json', schema(toolId)],
    ['doc_summary.md', 'Repeat a text as it is, or in capital letters. Use it to see that a new tool works.\n'],
    ['doc.md', documentation(toolId)],
    [typescript ? 'handler.ts' : 'handler.js', typescript ? typescriptHandler : handler],
    [typescript ? 'handler.test.ts' : 'handler.test.js', test(typescript ? 'handler.ts' : 'handler.js')],
  ]);
  for (const [file, text] of files) writeFileSync(join(folder, file), text, { flag: 'wx' });
  return { toolId, folder, files: [...files.keys()] };
}

/** Puts what handlers and their tests import into the project, where it is not there yet. */
export function putCore(root: string): void {
  const target = join(root, '_core');
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(coreFolder)) {
    if (!existsSync(join(target, name))) copyFileSync(new URL(name, coreFolder), join(target, name));
  }
}

const schema = (toolId: string): string =>
  `${JSON.stringify(
    {
      toolId,
      version: '1.0.0',
      description: 'Repeats a text as it is, or in capital letters.',
      category: 'utility',
      sideEffects: 'none',
      idempotent: true,
      requiresConfirmation: false,
      allowedModes: ['text', 'voice'],
      latencyBudgetMs: 500,
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: {
          text: { type: 'string', description: 'The text to repeat', minLength: 1, maxLength: 200 },
          capitals: { type: 'boolean', description: 'Whether to write it in capital letters', default: false },
        },
      },
    },
    null,
    2,
  )}\n`;

const documentation = (toolId: string): string => `# ${toolId}

## Summary

Repeats a text. A place to begin: change it into what your tool does.

## Preconditions

- None.

## Postconditions

- Nothing has changed anywhere.

## Invariants

- The same text always gives the same answer.

## Failure Modes

- **VALIDATION**: the text holds nothing but spaces. Not retryable, no side effects.

## Examples

### Example 1: As it is

Context: the user wants a sentence repeated.

\`\`\`json
{ "text": "Good morning" }
\`\`\`

Result: \`{ "text": "Good morning" }\`

### Example 2: In capital letters

\`\`\`json
{ "text": "Good morning", "capitals": true }
\`\`\`

Result: \`{ "text": "GOOD MORNING" }\`

## Common Mistakes (Do Not)

- Do not send an empty text: the schema refuses it.
`;

const body = `  const { text, capitals } = args;
  if (text.trim() === '') {
    return { ok: false, error: { type: ErrorType.VALIDATION, message: 'There is nothing to repeat.', retryable: false } };
  }
  context.audit.log('repeated', { characters: text.length });
  return { ok: true, data: { text: capitals ? text.toUpperCase() : text } };
}
`;

const handler = `import { ErrorType } from '../_core/error-types.js';

export async function execute({ args, context }) {
${body}`;

const typescriptHandler = `import { ErrorType } from '../_core/error-types.js';

interface Call {
  args: { text: string; capitals: boolean };
  context: { audit: { log(event: string, data: object): void } };
}

export async function execute({ args, context }: Call) {
${body}`;

const test = (file: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './${file}';

test('repeats a text', async () => {
  const { context, logged } = createTestContext();
  const response = await execute({ args: { text: 'Good morning', capitals: true }, context });
  assert.deepEqual(response, { ok: true, data: { text: 'GOOD MORNING' } });
  assert.deepEqual(logged, [{ event: 'repeated', data: { characters: 12 } }]);
});

test('refuses a text of spaces', async () => {
  const { context } = createTestContext();
  const response = await execute({ args: { text: '  ', capitals: false }, context });
  assert.equal(response.ok, false);
  assert.equal(response.error?.type, 'VALIDATION');
});
`;
