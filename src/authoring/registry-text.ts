/**
 * Writes the text of `tool_registry.json`. The same content gives the same bytes. Each tool is one line, so that the line of an
 * unchanged tool can be reused.
 */
import { hash } from 'node:crypto';

import type { RegistryEntry } from '../ports/tool-registry.ts';

/** Increase this when the same files produce a different registry than before. */
const BUILDER = 1;
const FORMAT = 1;
const LINE = /^(\{"toolId":"[a-z0-9_]+","digest":"([0-9a-f]{64})".*\}),?$/;

export interface RegistryParts {
  readonly shared: ReadonlyMap<string, string>;
  readonly gitCommit: string | null;
  /** Each tool's id, digest and line, in any order. */
  readonly tools: readonly { readonly toolId: string; readonly digest: string; readonly line: string }[];
}

export function digestFiles(files: ReadonlyMap<string, string>): string {
  // The length of each text is included, so that different files cannot produce the same input.
  return sha256(
    [...files]
      .sort(byFirst)
      .map(([path, text]) => `${path}\n${text.length}\n${text}`)
      .join('\n'),
  );
}

export const toRegistryLine = (entry: RegistryEntry): string => JSON.stringify(entry);

export function computeRegistryVersion({ shared, tools }: Omit<RegistryParts, 'gitCommit'>): string {
  const ids = tools.map(({ toolId, digest }) => [toolId, digest] as const).sort(byFirst);
  return sha256(JSON.stringify([FORMAT, digestFiles(shared), ids]));
}

export function registryText({ shared, gitCommit, tools }: RegistryParts): string {
  const lines = tools.map(({ toolId, line }) => [toolId, line] as const).sort(byFirst);
  return `{
"format": ${FORMAT},
"builder": ${BUILDER},
"version": "${computeRegistryVersion({ shared, tools })}",
"gitCommit": ${JSON.stringify(gitCommit)},
"sharedDigest": "${digestFiles(shared)}",
"shared": ${JSON.stringify(Object.fromEntries([...shared].sort(byFirst)))},
"tools": [
${lines.map(([, line]) => line).join(',\n')}
]
}
`;
}

/** Reads the tool lines of an earlier registry, by digest. Returns none if the builder version or the shared modules differ. */
export function readRegistryLines(text: string, shared: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  const isSame =
    lines.includes(`"builder": ${BUILDER},`) && lines.includes(`"sharedDigest": "${digestFiles(shared)}",`);
  if (!isSame) return new Map();
  return new Map(
    lines.flatMap((line) => {
      const [, entry, digest] = LINE.exec(line) ?? [];
      return entry !== undefined && digest !== undefined ? [[digest, entry] as const] : [];
    }),
  );
}

function sha256(text: string): string {
  return hash('sha256', text);
}

function byFirst([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
