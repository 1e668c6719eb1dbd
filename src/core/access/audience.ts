/** Names who may see a row of an organization's data: one user or one department. Every row has exactly one audience. */
import type { Principal } from './principal.ts';

export type AudienceId = `user:${string}` | `department:${string}`;

export const ofUser = (userId: string): AudienceId => `user:${userId}`;
export const ofDepartment = (departmentId: string): AudienceId => `department:${departmentId}`;

/** Lists the audiences of a user: the user and each of their departments. */
export function listAudiences({ userId, departmentIds }: Pick<Principal, 'userId' | 'departmentIds'>): AudienceId[] {
  return [ofUser(userId), ...departmentIds.map(ofDepartment)];
}
