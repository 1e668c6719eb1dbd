/** Reads a foreign server's definition of a tool, and computes a fingerprint that shows every change of it. */
import type { Digest } from '../../ports/digest.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { canonical, jsonFault } from '../json-value.ts';
import { isObject, own } from '../schema/keywords.ts';
import { showHidden } from '../show-hidden.ts';

/** A tool definition of a foreign server, reduced to the members that are used. Its texts are untrusted content. */
export interface MountedDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** The server's own claims. A person sees them and the fingerprint covers them, but no decision depends on them. */
  readonly annotations: JsonObject;
}

const MAX_CHARACTERS = 100_000;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Returns the definition, or the reason why it is not acceptable. */
export function readDefinition(listed: JsonObject): MountedDefinition | string {
  const fault = jsonFault(listed, { characters: MAX_CHARACTERS, values: MAX_CHARACTERS });
  if (fault) return `its description is not acceptable at ${fault.path || 'the top'}: ${fault.message}`;
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = listed;
  if (typeof name !== 'string' || !NAME.test(name)) return 'its name is not 1 to 64 letters, digits or any of _ . -';
  if (!isObject(inputSchema)) return 'it has no input schema';
  if (outputSchema !== undefined && outputSchema !== null && !isObject(outputSchema))
    return 'its output schema is none';
  if (isObject(execution) && own(execution, 'taskSupport') === 'required')
    return 'it can only be called as a task, which is not supported';
  return {
    name,
    title: text(title),
    description: text(description),
    inputSchema,
    outputSchema: isObject(outputSchema) ? outputSchema : null,
    annotations: isObject(annotations) ? annotations : {},
  };
}

/** Returns the SHA-256 of the definition in canonical form. Any change of the definition changes it. */
export function fingerprintDefinition(digest: Digest, definition: MountedDefinition): string {
  return digest.sha256(canonical({ ...definition }));
}

/** A name for messages, also if the tool has none. */
export function toDisplayName(listed: JsonObject): string {
  const { name } = listed;
  return typeof name === 'string' ? showHidden(name.slice(0, 80).toWellFormed()) : '(without a name)';
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
