/** Defines who acts. A person may decide; an agent, such as a model's client, may only propose calls. */
import { DeputizeError } from '../errors.ts';

/** The one user of an embedded runtime. */
export const OWNER = 'owner';

/** The organization of the user who runs the installation. */
export const OWNER_ORGANIZATION = 'home';

/** The role of a user in the organization. A super user changes settings of their departments, an administrator manages the organization. */
export type UserRole = 'user' | 'super_user' | 'admin';

/** Who acts: a user, and whether a person or an agent acts for them. Every request carries one. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly departmentIds: readonly string[];
  readonly role: UserRole;
  readonly kind: 'person' | 'agent';
  /** The credential or door that identified the principal: `token:…`, `session:…`, `mcp:CLIENT:WORKSPACE`, `cli`, or `local`. */
  readonly via: string;
  /** The only workspaces that the credential reaches, if it is limited to some. */
  readonly workspaceIds?: readonly string[] | undefined;
  /** The only presets that the credential reaches, if it is limited to some. */
  readonly presets?: readonly string[] | undefined;
  /** The agent is a front end that a person writes in: its words in a conversation count as the user's. */
  readonly isFrontEnd?: boolean | undefined;
}

/** Returns the kind and the credential as one text, such as `agent token:…`, for stored calls and audit records. */
export function formatActor(principal: Principal): string {
  return `${principal.kind} ${principal.via}`;
}

/** Returns whether words of this principal in a conversation are the user's own words. Those of other agents are not. */
export function speaksForUser({ kind, isFrontEnd }: Principal): boolean {
  return kind === 'person' || isFrontEnd === true;
}

/** R18: an agent never decides approvals, grants permissions or changes the rules that it is subject to. */
export function requirePerson(principal: Principal, what: string): void {
  if (principal.kind === 'person') return;
  throw new DeputizeError('FORBIDDEN', `An agent cannot ${what}; a person can.`);
}
