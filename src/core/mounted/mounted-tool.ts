/** Wraps a foreign server's tool in our contract. The operator sets its risk and effects, never the server. */
import type { JsonObject } from '../../ports/json.ts';
import type { ToolSession } from '../../ports/tool-server.ts';
import type { CallEffect, RiskLevel, ToolSchema, Tool } from '../contract.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import { defineJsonTool } from '../schema/json-schema-tool.ts';
import { showHidden } from '../show-hidden.ts';
import { adoptSchema } from './adopt-schema.ts';
import { CONTENT_SCHEMA, toResultValue } from './answer.ts';
import type { MountedDefinition } from './mounted-definition.ts';

/** The operator's settings for one tool. */
export interface ToolWord {
  readonly risk?: RiskLevel | undefined;
  readonly confirmation?: Tool['confirmation'] | undefined;
  readonly sideEffects?: Tool['sideEffects'] | undefined;
  readonly off?: boolean | undefined;
}

/** What a mounted tool is built from. */
interface MountedToolParts {
  readonly server: string;
  readonly host: string | undefined;
  readonly definition: MountedDefinition;
  readonly fingerprint: string;
  readonly word: ToolWord;
  readonly timeoutMs: number;
  /** Returns the connection if the server still lists exactly this definition. */
  readonly session: () => Promise<ToolSession>;
}

const SLOW_MS = 10_000;
const EFFECTS: Readonly<Record<Tool['sideEffects'], CallEffect>> = {
  none: 'none',
  read_only: 'read',
  writes: 'execute',
};

/** Throws INVALID_CONFIGURATION if the schemas cannot be used for validation. */
export function mountedTool(parts: MountedToolParts): Tool {
  const { server, host, definition, fingerprint, word, timeoutMs, session } = parts;
  const name = `${server}.${definition.name}`;
  // The effects of a foreign tool are unknown, so the defaults assume the worst until the operator sets others.
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
      // An approval is only for the tool as it was described.
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

/** Reports an invalid answer without its content: the content could address the model or person that reads the error. */
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

/** A call that was sent may have had an effect, even if it failed. */
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
