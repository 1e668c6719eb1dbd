/** Names who may see a row of an organization's data: one user or one department. Every row has exactly one audience. */
import type { Principal } from './principal.ts';

/** The audience of a row: one user or one department, by id. */
export type AudienceId = `user:${string}` | `department:${string}`;

/** Returns the audience of one user. */
export const ofUser = (userId: string): AudienceId => `user:${userId}`;
/** Returns the audience of one department: all its members. */
export const ofDepartment = (departmentId: string): AudienceId => `department:${departmentId}`;

/** Lists the audiences of a user: the user and each of their departments. */
export function listAudiences({ userId, departmentIds }: Pick<Principal, 'userId' | 'departmentIds'>): AudienceId[] {
  return [ofUser(userId), ...departmentIds.map(ofDepartment)];
}
