/** What the scripted model plays: a list of turns, each of them an answer or a fault. */
import { z } from 'zod';

const milliseconds = z.int().min(0).max(3_600_000);
const count = z.int().min(0).max(1_000_000);
const pattern = z
  .union([z.string().min(1), z.instanceof(RegExp)])
  .describe('A part of the text, or a regular expression: /…/ in a file.');

const call = z.strictObject({
  name: z.string(),
  args: z
    .union([z.string(), z.record(z.string(), z.json())])
    .default({})
    .describe('An object; or a text, which is sent as it is, broken or not.'),
  id: z.string().min(1).optional().describe('call_1, call_2 and so on when left out.'),
});

const turn = z.strictObject({
  when: z
    .union([pattern, z.strictObject({ user: pattern.optional(), tool: pattern.optional() })])
    .optional()
    .describe(
      'Only for a request that ends in this: in the user’s words or in a tool’s result. ' +
        'With `user`, what the user said last, also when results came since; with `tool`, one of the results it ends in.',
    ),
  reasoning: z
    .string()
    .optional()
    .describe('Thoughts that come before the answer, where the API has a place for them.'),
  text: z.string().optional(),
  calls: z.array(call).optional().describe('Asked for in parallel.'),
  finishReason: z.string().optional().describe('tool_calls or stop when left out.'),
  usage: z.strictObject({ input: count, output: count }).optional().describe('Estimated when left out.'),
  status: z.int().min(400).max(599).optional().describe('Answers with this status and no content.'),
  headers: z.record(z.string(), z.string()).default({}),
  error: z
    .strictObject({ message: z.string(), type: z.string().optional(), code: z.string().optional() })
    .optional()
    .describe('What the error says: with `status`, the answer; without, an event that breaks the stream off.'),
  delay: milliseconds.default(0).describe('Between chunks.'),
  stall: z
    .union([
      milliseconds.transform((ms) => ({ after: 0, ms })),
      z.strictObject({ after: count.default(0), ms: milliseconds.optional() }),
    ])
    .optional()
    .describe('A silence after so many chunks, for ever without `ms`; a number alone is one before the first.'),
  disconnect: count.optional().describe('Drops the connection after so many chunks.'),
  bytes: z.int().min(1).optional().describe('Sends the stream in pieces of so many bytes, cut inside characters too.'),
  repeat: z
    .union([z.int().min(1), z.literal('always')])
    .default(1)
    .describe('How often the turn is played.'),
});

/** A turn as it is written, and as it is played, with every default filled in. */
export type ScriptedTurn = z.input<typeof turn>;
export type PlayedTurn = z.output<typeof turn>;

const script = z.strictObject({
  models: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Any other is not found. Every name is taken when left out.'),
  turns: z.array(turn),
});

/** The answers of a scripted model in order, and the model names that it accepts. */
export type ModelScript = z.input<typeof script>;
type PlayedScript = z.output<typeof script>;

/** Fills the defaults in. A key that is wrong is named. */
export function readScript(value: unknown): PlayedScript {
  return read(script, Array.isArray(value) ? { turns: value } : value);
}

export function readTurn(value: unknown): PlayedTurn {
  return read(turn, value);
}

/** The script of a YAML or JSON file. */
export async function parseScript(text: string): Promise<PlayedScript> {
  const { parse } = await import('yaml');
  return readScript(parse(text));
}

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TypeError(`The script is not valid at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unreadable'}`);
}
