/** A foreign server's tool under our contract. What it is allowed to be taken for is the operator's word, never the server's. */
import type { JsonObject } from '../../ports/json.ts';
import type { ToolSession } from '../../ports/tool-server.ts';
import type { CallEffect, RiskLevel, ToolSchema, Tool } from '../contract.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import { defineJsonTool } from '../schema/json-schema-tool.ts';
import { showHidden } from '../show-hidden.ts';
import { adoptSchema } from './adopt-schema.ts';
import { CONTENT_SCHEMA, toResultValue } from './answer.ts';
import type { MountedDefinition } from './mounted-definition.ts';

/** What the operator says of one tool. */
export interface ToolWord {
  readonly risk?: RiskLevel | undefined;
  readonly confirmation?: Tool['confirmation'] | undefined;
  readonly sideEffects?: Tool['sideEffects'] | undefined;
  readonly off?: boolean | undefined;
}

export interface MountedToolParts {
  readonly server: string;
  readonly host: string | undefined;
  readonly definition: MountedDefinition;
  readonly fingerprint: string;
  readonly word: ToolWord;
  readonly timeoutMs: number;
  /** The connection, when what it lists is still this very definition. */
  readonly session: () => Promise<ToolSession>;
}

const SLOW_MS = 10_000;
const EFFECTS: Readonly<Record<Tool['sideEffects'], CallEffect>> = {
  none: 'none',
  read_only: 'read',
  writes: 'execute',
};

/** Throws INVALID_CONFIGURATION when its schemas cannot be checked by. */
export function mountedTool(parts: MountedToolParts): Tool {
  const { server, host, definition, fingerprint, word, timeoutMs, session } = parts;
  const name = `${server}.${definition.name}`;
  // Nobody knows what a foreign tool does, so it is taken for the worst until the operator says otherwise.
  const { risk = 'high', sideEffects = 'writes' } = word;
  const writes = sideEffects === 'writes';
  const output = definition.outputSchema && adoptSchema(definition.outputSchema, `${name}.output`, 'results');
  const description = showHidden(definition.description || definition.title || definition.name);
  const tool = defineJsonTool({
    name,
    version: fingerprint.slice(0, 16),
    description,
    input: adoptSchema(definition.inputSchema, `${name}.input`, 'arguments'),
    output: output ?? CONTENT_SCHEMA,
    risk,
    sideEffects,
    confirmation: word.confirmation ?? (risk === 'high' ? 'always' : 'never'),
    latencyBudgetMs: Math.min(SLOW_MS, timeoutMs),
    timeoutMs,
    labels: { untrusted: true, private: true, sendsOut: true },
    facts: () => ({
      effect: EFFECTS[sideEffects],
      destructive: writes,
      targets: [`MCP server ${server}`],
      ...(host === undefined ? {} : { hosts: [host] }),
    }),
    preview: (args) => ({
      title: `${name}, a tool of the MCP server "${server}"`,
      parts: [
        { kind: 'text', label: 'Arguments', text: JSON.stringify(args, null, 2) },
        { kind: 'text', label: 'What the server says the tool does', text: description },
      ],
      // An approval is for the tool as it was described then.
      state: fingerprint,
    }),
    run: async (args: JsonObject, { signal, progress }) => {
      const connection = await session();
      signal.throwIfAborted();
      try {
        const answer = await connection.call(definition.name, args, { signal, progress });
        return toResultValue(name, answer, output !== null, writes);
      } catch (thrown) {
        throw explain(name, writes, thrown);
      }
    },
  });
  return { ...tool, output: tactful(tool.output) };
}

/** Says of a wrong answer only that it is wrong: what it holds could be meant for whoever reads the error. */
function tactful(schema: ToolSchema): ToolSchema {
  const issues = [{ path: '', message: 'it does not fit the output schema that the server declared' }];
  return {
    json: schema.json,
    validate: (value) => {
      const validation = schema.validate(value);
      return validation.ok ? validation : { ok: false, issues };
    },
  };
}

/** A call that left may have done something, whatever came back. */
function explain(name: string, writes: boolean, thrown: unknown): unknown {
  if (thrown instanceof DeputizeError) return thrown;
  const { code, message, details } = toErrorValue(thrown);
  if (code === 'INTERNAL') return thrown;
  const isHarmless = code === 'OUTCOME_UNKNOWN' && !writes;
  const partialSideEffects = writes && code !== 'EXTERNAL_ERROR' && code !== 'PERMISSION_DENIED';
  return new DeputizeError(isHarmless ? 'EXTERNAL_ERROR' : code, `${name}: ${message}`, {
    details,
    partialSideEffects,
  });
}
