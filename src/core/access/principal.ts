/** Defines who acts. A person may decide; an agent, such as a model's client, may only propose calls. */
/** The one user of an embedded runtime. */
export const OWNER = 'owner';

/** The organization of the user who runs the installation. */
export const OWNER_ORGANIZATION = 'home';

export type UserRole = 'user' | 'super_user' | 'admin';

export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly departmentIds: readonly string[];
  readonly role: UserRole;
  readonly kind: 'person' | 'agent';
  /** The credential that identified the principal: `token:…`, `session:…`, or `local` for the owner at the terminal. */
  readonly via: string;
  /** The only workspaces that the credential reaches, if it is limited to some. */
  readonly workspaceIds?: readonly string[] | undefined;
}

export function formatActor(principal: Principal): string {
  return `${principal.kind} ${principal.via}`;
}
