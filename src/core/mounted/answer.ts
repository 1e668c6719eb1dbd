/** Turns the answer of a mounted server into a result value. Its text is untrusted content, and its size is bounded. */
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ToolServerAnswer } from '../../ports/tool-server.ts';
import { DeputizeError } from '../errors.ts';
import { isObject } from '../schema/keywords.ts';

const MAX_BLOCKS = 1_000;
const MAX_DATA_CHARACTERS = 4_000_000;
const MAX_ERROR_CHARACTERS = 4_000;

/** The output schema of a tool that declares none. */
export const CONTENT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    content: {
      type: 'array',
      description: 'Text, images, audio, resources and links, as the server sent them.',
      items: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
    },
  },
  required: ['content'],
  additionalProperties: false,
};

/** The members of each content type that are passed on. */
const MEMBERS = new Map<string, readonly string[]>([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource', ['resource']],
  ['resource_link', ['uri', 'name', 'title', 'description', 'mimeType', 'size']],
]);
const RESOURCE_MEMBERS = ['uri', 'mimeType', 'text', 'blob'];

/**
 * Returns the structured answer if the tool declares an output schema, else the content. Throws EXTERNAL_ERROR for a
 * reported failure, INVALID_OUTPUT for a missing answer.
 */
export function toResultValue(tool: string, answer: ToolServerAnswer, hasOutput: boolean, writes: boolean): Json {
  if (answer.isError) {
    throw new DeputizeError('EXTERNAL_ERROR', `${tool}: the server says that the call failed.`, {
      details: { serverSays: errorText(answer.content) },
      retryable: false,
      partialSideEffects: writes,
    });
  }
  if (!hasOutput) return { content: answer.content.slice(0, MAX_BLOCKS).flatMap(block) };
  if (answer.structured !== undefined) return answer.structured;
  throw new DeputizeError('INVALID_OUTPUT', `${tool}: the server promised a structured answer and sent none.`, {
    partialSideEffects: writes,
  });
}

function errorText(content: readonly Json[]): string {
  const texts = content.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []));
  return texts.join('\n').slice(0, MAX_ERROR_CHARACTERS).toWellFormed();
}

function block(part: Json): JsonObject[] {
  if (!isObject(part) || typeof part['type'] !== 'string') return [];
  const { type } = part;
  const members = MEMBERS.get(type);
  if (!members) return [{ type: 'unknown' }];
  const kept = pick(part, members);
  const { resource } = kept;
  return [{ type, ...kept, ...(isObject(resource) ? { resource: pick(resource, RESOURCE_MEMBERS) } : {}) }];
}

function pick(part: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member): [string, Json][] => {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      if (value === undefined) return [];
      const isData = (member === 'data' || member === 'blob') && typeof value === 'string';
      if (isData && value.length > MAX_DATA_CHARACTERS)
        return [['omitted', `${member}: ${value.length} characters of base64, which is too much`]];
      return [[member, typeof value === 'string' ? value.toWellFormed() : value]];
    }),
  );
}
