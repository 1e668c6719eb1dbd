/** What npm and pip are to install_package. */
import type { PreviewPart } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import type { Json } from '../../../ports/json.ts';
import type { PackageSources } from '../../../ports/package-sources.ts';
import type { CommandSandbox } from '../../../ports/command-sandbox.ts';
import type { WebClient } from '../../../ports/web-client.ts';

export interface InstallRequest {
  readonly name: string;
  readonly version: string | undefined;
  readonly dev: boolean;
  readonly allowScripts: boolean;
  /** The folder of the project. */
  readonly path: string;
}

export interface InstallCapabilities {
  readonly files: ScopedFiles;
  readonly sandbox: CommandSandbox;
  readonly web: WebClient;
  readonly packages: PackageSources;
  readonly signal: AbortSignal;
}

/** One package that a plan brings. */
export interface PlannedPackage {
  readonly name: string;
  readonly version: string;
  /** What proves its content. */
  readonly integrity: string;
  /** The version that it takes the place of. */
  readonly instead?: string | undefined;
}

/** Everything that would happen, found out without changing anything. */
export interface InstallPlan {
  readonly version: string;
  readonly integrity: string;
  readonly brings: readonly PlannedPackage[];
  /** Names and versions of packages whose install scripts are not run. */
  readonly skippedScripts: readonly string[];
  readonly parts: readonly PreviewPart[];
  /** A digest of all of it, and of what stands in the workspace. */
  readonly state: string;
}

export interface PackageManager<P extends InstallPlan = InstallPlan> {
  /** The hosts that it needs, as the sandbox names them. */
  readonly hosts: (packages: PackageSources) => readonly string[];
  /** Refuses where the programs are missing. */
  readonly check: (powers: Pick<InstallCapabilities, 'sandbox'>) => void;
  readonly plan: (wish: InstallRequest, powers: InstallCapabilities) => Promise<P>;
  /** Answers what did not go as it should, and did not matter enough to fail. */
  readonly install: (
    wish: InstallRequest,
    plan: P,
    powers: InstallCapabilities & {
      readonly keepUndo: (record: Json) => Promise<void>;
      readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
    },
  ) => Promise<readonly string[]>;
  readonly undo: (record: Json, powers: Pick<InstallCapabilities, 'files' | 'sandbox' | 'signal'>) => Promise<void>;
}

export const SECONDS = 300;

/** As the sandbox names a host; without a port it means the usual ones. */
export function toSandboxHost(address: string): string {
  const { hostname, port } = new URL(address);
  return port === '' ? hostname : `${hostname}:${port}`;
}
