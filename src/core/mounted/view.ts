/** Describes a mounted server to a person. */
import type { Digest } from '../../ports/digest.ts';
import type { ToolServerStatus } from '../../ports/tool-server.ts';
import { canonical } from '../json-value.ts';
import { redactText } from '../redact.ts';
import { showHidden } from '../show-hidden.ts';
import type { MountedToolRow } from '../storage/tables.ts';
import type { MountedDefinition } from './mounted-definition.ts';
import { difference } from './difference.ts';
import type { MountedServer } from './mounted-server.ts';
import { isWaiting, withoutSecrets } from './store.ts';

interface MountedToolView {
  /** The name for calls. */
  readonly name: string;
  readonly state: 'offered' | 'off' | 'gone' | 'quarantined';
  readonly fingerprint: string | null;
  readonly acceptedFingerprint: string | null;
  readonly acceptedAt: string | null;
  readonly acceptedBy: string | null;
  /** From the accepted definition to the waiting one, with hidden characters made visible. */
  readonly diff: string | null;
}

/** A mounted server for the console and the command line. Secrets are redacted. */
export interface MountedServerView {
  readonly name: string;
  readonly target: string;
  readonly state: ToolServerStatus['state'];
  readonly pid: number | null;
  readonly restarts: number;
  readonly error: string | null;
  readonly complaints: string | null;
  readonly retryAt: string | null;
  /** Null means all presets. */
  readonly presets: readonly string[] | null;
  readonly tools: readonly MountedToolView[];
  readonly warnings: readonly string[];
  /** A hash of everything that waits. A person who accepts sends it back, so they accept only what they saw. Null if nothing waits. */
  readonly review: string | null;
}

/** Combines a server and its status into a view. Hidden characters are made visible. */
export function toServerView(digest: Digest, server: MountedServer, given: ToolServerStatus): MountedServerView {
  const status = withoutSecrets(given);
  const { mount, rows, warnings } = server;
  return {
    name: mount.name,
    target: redactText(mount.server.target),
    state: status.state,
    pid: status.pid ?? null,
    restarts: status.restarts,
    error: clean(status.error),
    complaints: clean(status.complaints),
    retryAt: status.retryAt === undefined ? null : new Date(status.retryAt).toISOString(),
    presets: mount.presets ?? null,
    tools: rows.map((row) => toolView(server, row)),
    warnings,
    review: computeReview(digest, rows),
  };
}

/** Returns the hash of all waiting definitions, or null if none waits. */
export function computeReview(digest: Digest, rows: readonly MountedToolRow[]): string | null {
  const waiting = rows.filter(isWaiting).map(({ tool, offered_hash }) => [tool, offered_hash]);
  return waiting.length === 0 ? null : digest.sha256(canonical(waiting));
}

function toolView({ mount }: MountedServer, row: MountedToolRow): MountedToolView {
  const accepted = row.accepted_json === null ? undefined : (JSON.parse(row.accepted_json) as MountedDefinition);
  const offered = row.offered_json === null ? undefined : (JSON.parse(row.offered_json) as MountedDefinition);
  const isOff = mount.tools.get(row.tool)?.off === true;
  return {
    name: `${mount.name}.${row.tool}`,
    state: isWaiting(row) ? 'quarantined' : offered === undefined ? 'gone' : isOff ? 'off' : 'offered',
    fingerprint: row.offered_hash,
    acceptedFingerprint: row.accepted_hash,
    acceptedAt: row.accepted_at === null ? null : new Date(row.accepted_at).toISOString(),
    acceptedBy: row.accepted_by,
    diff: isWaiting(row) && offered ? difference(accepted, offered) : null,
  };
}

/** Makes hidden characters visible, so that text from a server cannot control a terminal. */
function clean(text: string | undefined): string | null {
  return text === undefined ? null : showHidden(text);
}
