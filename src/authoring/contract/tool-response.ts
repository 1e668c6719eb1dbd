/** Checks the response of a handler and turns a reported error into a `DeputizeError`. Any other shape is an invalid response. */
import { z } from 'zod';

import { DeputizeError, type ErrorCode } from '../../core/index.ts';
import type { HandlerError } from '../../ports/handler-host.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { VoiceIntent } from '../../ports/voice-session.ts';

const intent: z.ZodType<VoiceIntent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('END_VOICE_SESSION'), after: z.enum(['current_turn', 'farewell_spoken']) }),
  z.strictObject({ type: z.literal('SUPPRESS_AUDIO'), value: z.boolean() }),
]);

const response = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    data: z.record(z.string(), z.json()).default({}),
    intents: z.array(intent).max(10).default([]),
  }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      type: z.string().max(64),
      message: z.string().max(2_000),
      retryable: z.boolean().optional(),
      partialSideEffects: z.boolean().optional(),
    }),
  }),
]);

/** Maps the error types of `_core/error-types.js` to the error codes of the runtime. */
const codes = new Map<string, ErrorCode>([
  ['VALIDATION', 'INVALID_ARGUMENTS'],
  ['NOT_FOUND', 'NOT_FOUND'],
  ['CONFLICT', 'CONFLICT'],
  ['PERMISSION', 'PERMISSION_DENIED'],
  ['SESSION_INACTIVE', 'SESSION_INACTIVE'],
  ['NOT_AVAILABLE', 'NOT_AVAILABLE'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
  ['TIMEOUT', 'TIMEOUT'],
  ['TRANSIENT', 'EXTERNAL_ERROR'],
  ['PERMANENT', 'EXECUTION_ERROR'],
]);

interface SuccessResponse {
  readonly data: JsonObject;
  readonly intents: readonly VoiceIntent[];
}

/** Throws the error that the handler reports, or INVALID_OUTPUT if the response has the wrong shape. */
export function readResponse(toolId: string, value: unknown, writes: boolean): SuccessResponse {
  const parsed = response.safeParse(value);
  if (!parsed.success) throw invalidResponseError(toolId, parsed.error, writes);
  if (parsed.data.ok) return parsed.data;
  throw handlerError(toolId, parsed.data.error);
}

/** Returns undefined unless the handler threw a `ToolError` with a type. Other errors are not meant for readers. */
export function readThrown(toolId: string, { name, type, ...thrown }: HandlerError): DeputizeError | undefined {
  return name === 'ToolError' && type !== undefined ? handlerError(toolId, { type, ...thrown }) : undefined;
}

function handlerError(
  toolId: string,
  error: { type: string; message: string; retryable?: boolean | undefined; partialSideEffects?: boolean | undefined },
): DeputizeError {
  const { type, message, retryable, partialSideEffects } = error;
  return new DeputizeError(codes.get(type) ?? 'EXECUTION_ERROR', `${toolId}: ${message.slice(0, 2_000)}`, {
    details: { type: type.slice(0, 64) },
    ...(retryable === undefined ? {} : { retryable }),
    ...(partialSideEffects === undefined ? {} : { partialSideEffects }),
  });
}

function invalidResponseError(toolId: string, { issues }: z.ZodError, partialSideEffects: boolean): DeputizeError {
  const [first] = issues;
  const path = first?.path.map((part) => `/${String(part)}`).join('') ?? '';
  const message = first?.message ?? 'not of the promised shape';
  return new DeputizeError('INVALID_OUTPUT', `${toolId} answered wrongly at ${path || 'the top'}: ${message}`, {
    details: { path, message },
    partialSideEffects,
  });
}
