/** The dependencies of the HTTP door, and the variables of its requests. */
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
  /** The files of the console. Without them only the plain pages are served. */
  readonly assets?: ConsoleAssets | undefined;
  /** Plans: calls that an agent proposes together. */
  readonly plans?: PlanService | undefined;
  /** Sign-in for several users. Undefined if the owner is the only user, who signs in by a link. */
  readonly signIn?: (() => SignIn) | undefined;
  /** Messages between colleagues. Undefined without an organization. */
  readonly notifications?: TeamNotifications | undefined;
  /** The organization as one of its users sees it. Undefined without an organization. */
  readonly team?: TeamDoor | undefined;
  /** The network address of a client, if the platform knows it. */
  readonly addressOf?: ((platform: unknown) => string | undefined) | undefined;
  /** Created at its first use. */
  readonly assistants: () => Promise<AssistantService>;
  /** The setup in the console. Undefined if the platform does not support it. */
  readonly setup?: (() => Promise<SetupService>) | undefined;
  /** The public key that a browser needs to subscribe to push notifications. */
  readonly pushKey?: (() => Promise<string>) | undefined;
  /** Other HTTP apps below a path, such as the OpenAI door. The same host guard protects them. */
  readonly mounted: readonly { readonly path: string; readonly app: Hono<{ Variables: { principal: Principal } }> }[];
  /** The accepted host names, in addition to the loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Whether people use https. Cookies are then sent over https only. */
  readonly isSecure: () => boolean;
  /** Gauges of the platform for the metrics, such as memory in use. */
  readonly gauges: () => Record<string, { help: string; value: number }>;
}

export interface TeamDoor {
  of(principal: Principal): TeamDirectory;
  /** The mail account operations of one person. */
  mail(principal: Principal): MailAdministration;
}

export interface RequestVariables {
  Variables: { principal: Principal; isCookie: boolean };
}
