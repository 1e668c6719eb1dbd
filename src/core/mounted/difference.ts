/** Compares two definitions of a tool for a person: the old text against the new one, with hidden characters visible. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

import type { Json } from '../../ports/json.ts';
import { showHidden } from '../show-hidden.ts';
import type { MountedDefinition } from './mounted-definition.ts';

const MAX_EDITS = 2_000;

/** `before` is undefined for a tool that was never accepted. */
export function difference(before: MountedDefinition | undefined, after: MountedDefinition): string {
  const [old, now] = [before ? page(before) : '', page(after)];
  const patch = createTwoFilesPatch('accepted', 'offered', old, now, undefined, undefined, {
    maxEditLength: MAX_EDITS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  const whole = (text: string, sign: string) => text.trimEnd().replaceAll(/^/gm, sign);
  return patch ?? `--- accepted\n+++ offered\n${whole(old, '-')}\n${whole(now, '+')}\n`;
}

function page({ name, title, description, inputSchema, outputSchema, annotations }: MountedDefinition): string {
  const parts: readonly (readonly [string, string])[] = [
    ['name', name],
    ['title', title],
    ['description', description],
    ['input schema', pretty(inputSchema)],
    ['output schema', outputSchema === null ? 'none' : pretty(outputSchema)],
    ['what the server claims', pretty(annotations)],
  ];
  return parts.map(([label, text]) => `${label}:\n${showHidden(text).replaceAll(/^/gm, '  ')}\n`).join('');
}

/** With sorted keys, so that only what changed differs. */
function pretty(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) => sorted(member), 2);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
