/** `tool_registry.json` as a server takes it up: read whole and looked over, or not at all. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { z } from 'zod';

import type { JsonObject } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import { serviceNames } from '../../ports/handler-services.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

const EVERY_MS = 500;

const modules = z.record(z.string(), z.string());
const schema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

const registry = z.object({
  format: z.literal(1),
  version: z.string().regex(/^[0-9a-f]{64}$/),
  gitCommit: z.string().nullable(),
  shared: modules,
  sharedDigest: z.string(),
  tools: z.array(
    z.object({
      toolId: z.string(),
      digest: z.string(),
      version: z.string(),
      title: z.string().optional(),
      description: z.string(),
      category: z.enum(['retrieval', 'action', 'utility']),
      sideEffects: z.enum(['none', 'read_only', 'writes']),
      idempotent: z.boolean(),
      requiresConfirmation: z.boolean(),
      allowedModes: z.array(z.enum(['text', 'voice'])).min(1),
      latencyBudgetMs: z.number(),
      timeoutMs: z.number().optional(),
      uses: z.array(z.enum(serviceNames)).optional(),
      parameters: schema,
      output: schema.optional(),
      summary: z.string(),
      documentation: z.string(),
      handler: z.string(),
      code: modules,
      providers: z.record(z.string(), schema),
    }),
  ),
});

export function readRegistryFile(file: string): ToolRegistry {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `tools: there is no ${file}. Build it: deputize tools build`;
    throw new PortError('INVALID_CONFIGURATION', message, { key: 'tools', file }, cause);
  }
  const parsed = registry.safeParse(parseJson(text));
  if (parsed.success) return parsed.data as ToolRegistry;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  const message = `tools: ${file} is damaged${place ? ` at "${place}"` : ''}. Build it again: deputize tools build`;
  throw new PortError('INVALID_CONFIGURATION', message, { key: 'tools', file });
}

/** Asks the disk now and then, which works on every file system and through every way of replacing a file. */
export function watchRegistryFile(file: string, changed: () => void): () => void {
  const listener = (): void => changed();
  watchFile(file, { interval: EVERY_MS, persistent: false }, listener);
  return () => unwatchFile(file, listener);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
