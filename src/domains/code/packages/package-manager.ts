/** The interface of npm and pip for install_package. */
import type { PreviewPart, RunContext } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import type { PackageSources } from '../../../ports/package-sources.ts';
import type { CommandSandbox } from '../../../ports/command-sandbox.ts';
import type { StagedChanges } from '../../../ports/staged-changes.ts';
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
  /** The hash of its content. */
  readonly integrity: string;
  /** The version that it replaces. */
  readonly instead?: string | undefined;
}

/** Everything that an installation would do, computed without changing anything. */
export interface InstallPlan {
  readonly version: string;
  readonly integrity: string;
  readonly brings: readonly PlannedPackage[];
  /** Names and versions of packages whose install scripts are not run. */
  readonly skippedScripts: readonly string[];
  readonly parts: readonly PreviewPart[];
  /** A digest of the plan and of the current files in the workspace. */
  readonly state: string;
}

export interface PackageManager<P extends InstallPlan = InstallPlan> {
  /** The hosts that it needs, in the notation of the sandbox. */
  readonly hosts: (packages: PackageSources) => readonly string[];
  /** Throws if its programs are missing. */
  readonly check: (powers: Pick<InstallCapabilities, 'sandbox'>) => void;
  readonly plan: (request: InstallRequest, powers: InstallCapabilities) => Promise<P>;
  /** Returns warnings about problems that do not fail the installation. */
  readonly install: (request: InstallRequest, plan: P, powers: ApplyCapabilities) => Promise<readonly string[]>;
}

/** What an installation needs, beyond a plan. Its changes are applied as one step. */
export interface ApplyCapabilities
  extends InstallCapabilities, Pick<RunContext, 'callNext' | 'keepUndo' | 'reportChanges'> {
  readonly stagedChanges: StagedChanges;
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
}

export const SECONDS = 300;

/** Formats a host for the sandbox. Without a port it means the default ports. */
export function toSandboxHost(address: string): string {
  const { hostname, port } = new URL(address);
  return port === '' ? hostname : `${hostname}:${port}`;
}
