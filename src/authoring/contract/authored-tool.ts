/** A tool of the contract from what its author wrote as four files. */
import type { ToolSchema } from '../../core/contract.ts';
import { buildTool } from '../../core/define-tool.ts';
import type { Tool } from '../../core/index.ts';
import { jsonSchema } from '../../core/schema/json-schema-tool.ts';
import type { HandlerCode, HandlerHost } from '../../ports/handler-host.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import type { ServiceName, HandlerServices } from '../../ports/handler-services.ts';
import type { RegistryEntry, ToolRegistry } from '../../ports/tool-registry.ts';
import { readResponse, readThrown } from './tool-response.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** Every tool of a registry. Throws when one of them cannot be used, so that none is offered without the others. */
export function authoredTools(registry: ToolRegistry, handlers: HandlerHost): Tool[] {
  return registry.tools.map((entry) => authoredTool(entry, registry, handlers));
}

/** What of a tool follows from its fields alone: how it is described, judged and offered. */
export function toToolOutline(entry: Omit<RegistryEntry, 'providers'>) {
  const { toolId, sideEffects } = entry;
  const writes = sideEffects === 'writes';
  return {
    name: toolId,
    version: entry.version,
    title: entry.title ?? toolId,
    description: entry.description,
    summary: entry.summary,
    documentation: entry.documentation,
    category: entry.category,
    sideEffects,
    idempotent: entry.idempotent,
    risk: writes ? 'medium' : 'low',
    confirmation: entry.requiresConfirmation ? 'always' : 'never',
    mayDestroy: writes && entry.requiresConfirmation,
    scopes: {},
    modes: entry.allowedModes,
    latencyBudgetMs: entry.latencyBudgetMs,
    timeoutMs: entry.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    // Pure computation gives back only what it was given; anything else may bring what others wrote.
    labels: { untrusted: sideEffects !== 'none', private: sideEffects !== 'none', sendsOut: writes },
  } as const;
}

/** What a tool answers when its author promises no shape. */
export const ANY_OBJECT: JsonObject = { type: 'object' };

function authoredTool(entry: RegistryEntry, registry: ToolRegistry, handlers: HandlerHost): Tool {
  const outline = toToolOutline(entry);
  const { name, version, idempotent, title, description } = outline;
  const writes = outline.sideEffects === 'writes';
  const code = handlerCode(entry, registry);
  const tool = { id: name, version, idempotent };
  const uses = entry.uses ?? [];
  return buildTool<Json, JsonObject, 'session' | 'services'>(
    {
      ...outline,
      needs: uses.length > 0 ? ['session', 'services'] : ['session'],
      // Approved was this tool as it was then: another version of it is another thing.
      preview: (args) => ({
        title: `${title}: ${description}`,
        parts: [{ kind: 'text', label: 'Arguments', text: JSON.stringify(args, null, 2) }],
        state: code.id,
      }),
      run: async (args, { session, services, signal, note, afterwards }) => {
        const { clientId, isActive, isVoiceActive, state } = session;
        const end = await handlers.run({
          code,
          args,
          context: {
            ...{ clientId, tool, session: { isActive, toolsVersion: registry.version, state }, isVoiceActive },
            services: Object.fromEntries(uses.map((service) => [service, Object.keys(services[service])])),
          },
          signal,
          send: (message) => session.send(message),
          ask: (service, method, asked) => serve(services, uses, service, method)(asked, signal),
          note,
        });
        if (end.kind === 'threw')
          throw readThrown(name, end.error) ?? new Error(`${end.error.name}: ${end.error.message}`);
        const { data, intents } = readResponse(name, end.value, writes);
        if (intents.length > 0) afterwards(() => session.carryOut(intents));
        return data;
      },
    },
    {
      input: jsonSchema(entry.parameters, `${name}.parameters`),
      output: entry.output ? jsonSchema(entry.output, `${name}.output`) : anyObject,
    },
  );
}

/** A handler's process may ask for anything; it is given what its schema names. */
function serve(services: HandlerServices, uses: readonly ServiceName[], service: string, method: string) {
  const named = uses.find((name) => name === service);
  const served = named && Object.hasOwn(services[named], method) ? services[named][method] : undefined;
  if (served) return served;
  throw new PortError('FORBIDDEN', `The tool may not ask for ${service.slice(0, 40)}.${method.slice(0, 40)}.`);
}

/** Everything that runs when the tool is called. */
export function handlerCode(
  { toolId, digest, handler, code }: RegistryEntry,
  { shared, sharedDigest }: Pick<ToolRegistry, 'shared' | 'sharedDigest'>,
): HandlerCode {
  const own = Object.entries(code).map(([path, source]) => [`${toolId}/${path}`, source]);
  return {
    id: `${digest} ${sharedDigest}`,
    entry: `${toolId}/${handler}`,
    modules: { ...shared, ...(Object.fromEntries(own) as Record<string, string>) },
  };
}

/** That it is JSON, and how much of it, is checked for every tool. */
const anyObject: ToolSchema = {
  json: ANY_OBJECT,
  validate: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, value: value as JsonObject }
      : { ok: false, issues: [{ path: '', message: 'accepted is an object' }] },
};
