/** Takes a file tool through the life of one call, without policy or approval: validate, facts, preview, run, undo. */
import { inWords, type Facts, type CallPreview, type Tool } from '../../../src/core/index.ts';
import type { ScopedFiles } from '../../../src/ports/scoped-files.ts';
import type { Json } from '../../../src/ports/json.ts';
import { patient } from './temporary-workspace.ts';

export interface Driven {
  readonly facts: Facts;
  readonly preview: CallPreview | undefined;
  readonly value: unknown;
  readonly records: Json[];
  undo(): Promise<void>;
}

export interface Interference {
  readonly beforeRun?: () => Promise<unknown>;
  /** Between the undo record and the effect. */
  readonly beforeEffect?: () => Promise<unknown>;
  /** Runs the tool like a call that needed no approval. */
  readonly unseen?: boolean;
}

export const context = (files: ScopedFiles) => ({
  callId: 'call',
  traceId: 'trace',
  mode: 'text' as const,
  signal: patient,
  now: () => Date.now(),
  files,
});

export function validated(tool: Tool, args: unknown): Json {
  const result = tool.input.validate(args);
  if (!result.ok) throw new Error(`INVALID_ARGUMENTS ${JSON.stringify(result.issues)}`);
  return result.value;
}

export async function drive(
  tool: Tool,
  files: ScopedFiles,
  given: unknown,
  interference: Interference = {},
): Promise<Driven> {
  const args = validated(tool, given);
  const facts = await tool.facts(args, context(files));
  const preview = interference.unseen === true ? undefined : await tool.preview?.(args, context(files));
  await interference.beforeRun?.();
  const records: Json[] = [];
  const value = await tool.run(args, {
    ...context(files),
    facts,
    expected: preview?.state,
    keepUndo: async (record) => {
      records.push(JSON.parse(JSON.stringify(record)) as Json);
      await interference.beforeEffect?.();
    },
    progress: () => undefined,
    note: () => undefined,
    afterwards: () => undefined,
    reportChanges: () => undefined,
    callNext: () => Promise.reject(new Error('No further call is expected.')),
  });
  const output = tool.output.validate(value);
  if (!output.ok) throw new Error(`INVALID_OUTPUT ${JSON.stringify(output.issues)}`);
  return {
    facts,
    preview,
    value,
    records,
    undo: async () => {
      const record = records.at(-1);
      if (record === undefined || tool.undo === undefined) throw new Error('nothing to undo');
      await tool.undo(record, context(files));
    },
  };
}

export function previewText(preview: CallPreview | undefined): string {
  return (preview?.parts ?? [])
    .map((part) => {
      if (part.kind === 'diff') return part.diff;
      if (part.kind === 'text') return part.text;
      return inWords(part)
        .map(({ label, lines }) => [label, ...lines].join('\n'))
        .join('\n');
    })
    .join('\n');
}
