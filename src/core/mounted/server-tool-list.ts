/** Sorts a server's list into tools that can be offered here, and warnings about the rest. */
import type { Digest } from '../../ports/digest.ts';
import type { JsonObject } from '../../ports/json.ts';
import { toErrorValue } from '../errors.ts';
import { fingerprintDefinition, toDisplayName, readDefinition } from './mounted-definition.ts';
import type { OfferedDefinition } from './store.ts';

/** The usable tools of a server's list, and why others are left out. */
export interface ServerToolList {
  /** By the server's tool names. */
  readonly offered: ReadonlyMap<string, OfferedDefinition>;
  readonly warnings: readonly string[];
}

const MAX_WARNINGS = 50;

/** `build` throws if a definition cannot become a tool. */
export function readServerToolList(
  server: string,
  listed: readonly JsonObject[],
  digest: Digest,
  build: (offered: OfferedDefinition) => void,
): ServerToolList {
  const offered = new Map<string, OfferedDefinition>();
  const seen = new Set<string>();
  const twice = new Set<string>();
  const warnings: string[] = [];
  const leaveOut = (what: string, why: string): void => {
    warnings.push(`The tool "${what}" of the MCP server "${server}" is left out: ${why}.`);
  };
  for (const one of listed) {
    const definition = readDefinition(one);
    if (typeof definition === 'string') {
      leaveOut(toDisplayName(one), definition);
      continue;
    }
    const { name } = definition;
    if (seen.has(name)) twice.add(name);
    seen.add(name);
    const candidate = { definition, fingerprint: fingerprintDefinition(digest, definition) };
    try {
      build(candidate);
      offered.set(name, candidate);
    } catch (error) {
      leaveOut(name, toErrorValue(error).message);
    }
  }
  // With two tools of one name, it is unknown which one a call would reach.
  for (const name of twice) {
    offered.delete(name);
    leaveOut(name, 'it is listed more than once');
  }
  return { offered, warnings: warnings.slice(0, MAX_WARNINGS) };
}
