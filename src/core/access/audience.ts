/** Who may see a thing: one person or one department. Every row of an organization's data has exactly one. */
import type { Principal } from './principal.ts';

export type AudienceId = `user:${string}` | `department:${string}`;

export const ofUser = (userId: string): AudienceId => `user:${userId}`;
export const ofDepartment = (departmentId: string): AudienceId => `department:${departmentId}`;

/** What somebody belongs to: themselves and their departments. */
export function listAudiences({ userId, departmentIds }: Pick<Principal, 'userId' | 'departmentIds'>): AudienceId[] {
  return [ofUser(userId), ...departmentIds.map(ofDepartment)];
}
