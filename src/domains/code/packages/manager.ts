/** What npm and pip are to install_package. */
import type { PreviewPart } from '../../../core/index.ts';
import type { Files } from '../../../ports/files.ts';
import type { Json } from '../../../ports/json.ts';
import type { Packages } from '../../../ports/packages.ts';
import type { Sandbox } from '../../../ports/sandbox.ts';
import type { Web } from '../../../ports/web.ts';

export interface Wish {
  readonly name: string;
  readonly version: string | undefined;
  readonly dev: boolean;
  readonly allowScripts: boolean;
  /** The folder of the project. */
  readonly path: string;
}

export interface Powers {
  readonly files: Files;
  readonly sandbox: Sandbox;
  readonly web: Web;
  readonly packages: Packages;
  readonly signal: AbortSignal;
}

/** One package that a plan brings. */
export interface Brought {
  readonly name: string;
  readonly version: string;
  /** What proves its content. */
  readonly integrity: string;
  /** The version that it takes the place of. */
  readonly instead?: string | undefined;
}

/** Everything that would happen, found out without changing anything. */
export interface Plan {
  readonly version: string;
  readonly integrity: string;
  readonly brings: readonly Brought[];
  /** Names and versions of packages whose install scripts are not run. */
  readonly skippedScripts: readonly string[];
  readonly parts: readonly PreviewPart[];
  /** A digest of all of it, and of what stands in the workspace. */
  readonly state: string;
}

export interface Manager<P extends Plan = Plan> {
  /** The hosts that it needs, as the sandbox names them. */
  readonly hosts: (packages: Packages) => readonly string[];
  /** Refuses where the programs are missing. */
  readonly check: (powers: Pick<Powers, 'sandbox'>) => void;
  readonly plan: (wish: Wish, powers: Powers) => Promise<P>;
  /** Answers what did not go as it should, and did not matter enough to fail. */
  readonly install: (
    wish: Wish,
    plan: P,
    powers: Powers & {
      readonly keepUndo: (record: Json) => Promise<void>;
      readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
    },
  ) => Promise<readonly string[]>;
  readonly undo: (record: Json, powers: Pick<Powers, 'files' | 'sandbox' | 'signal'>) => Promise<void>;
}

export const SECONDS = 300;

/** As the sandbox names a host; without a port it means the usual ones. */
export function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return port === '' ? hostname : `${hostname}:${port}`;
}
