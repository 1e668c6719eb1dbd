/** Who acts. A person may decide; an agent, which is what a model's client is, may only propose. */
/** The one user of an embedded runtime. */
export const OWNER = 'owner';

/** The organization of whoever runs the installation. */
export const OWNER_ORGANIZATION = 'home';

export type UserRole = 'user' | 'super_user' | 'admin';

export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly departmentIds: readonly string[];
  readonly role: UserRole;
  readonly kind: 'person' | 'agent';
  /** What it was recognised by: `token:…`, `session:…`, or `local` for the owner at the terminal. */
  readonly via: string;
  /** The only workspaces that its credential reaches, where it is bound to some. */
  readonly workspaceIds?: readonly string[] | undefined;
}

export function formatActor(principal: Principal): string {
  return `${principal.kind} ${principal.via}`;
}
