/** What the HTTP door is given, and what its handlers find in their context. */
import type { Hono } from 'hono';

import type { AssistantService } from '../../agent/assistant-service.ts';
import type { PlanService } from '../../agent/plans/plan-service.ts';
import type { Principal, Runtime } from '../../core/index.ts';
import type { ConsoleAssets } from '../../ports/console-assets.ts';
import type { SetupService } from './setup-service.ts';
import type { MailAdministration } from '../../ports/organization-mail.ts';
import type { TeamNotifications, TeamDirectory } from '../../ports/team.ts';
import type { SignIn } from '../../ports/sign-in.ts';

export interface HttpEnvironment {
  readonly runtime: Runtime;
  readonly defaultPreset: string;
  /** The console's files. Without them the plain pages are all there is. */
  readonly assets?: ConsoleAssets | undefined;
  /** Calls that are proposed together. */
  readonly plans?: PlanService | undefined;
  /** How several people sign in. Left out where there is one owner, who comes in by a link. */
  readonly signIn?: (() => SignIn) | undefined;
  /** What colleagues relay to each other, where there are any. */
  readonly notifications?: TeamNotifications | undefined;
  /** The company as one person of it sees it, where there is one. */
  readonly team?: TeamDoor | undefined;
  /** From which address a request comes, where the platform can tell. */
  readonly addressOf?: ((platform: unknown) => string | undefined) | undefined;
  /** Made when first asked for. */
  readonly assistants: () => Promise<AssistantService>;
  /** Where it can be set up from here. */
  readonly setup?: (() => Promise<SetupService>) | undefined;
  /** What a browser needs to be told of what waits while it is closed. */
  readonly pushKey?: (() => Promise<string>) | undefined;
  /** Doors that speak a convention of their own below a path, behind the same guard of hosts. */
  readonly mounted: readonly { readonly path: string; readonly app: Hono<{ Variables: { principal: Principal } }> }[];
  /** Host names to answer to, beside the loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Whether people reach it by https, so that cookies are kept to that. */
  readonly isSecure: () => boolean;
  /** Memory in use and the like, where the platform can tell. */
  readonly gauges: () => Record<string, { help: string; value: number }>;
}

export interface TeamDoor {
  of(principal: Principal): TeamDirectory;
  /** What one person does about mail accounts. */
  mail(principal: Principal): MailAdministration;
}

export interface RequestVariables {
  Variables: { principal: Principal; isCookie: boolean };
}
