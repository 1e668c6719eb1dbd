/** Who may see a thing: one person or one department. Every row of an organization's data has exactly one. */
import type { Principal } from './principal.ts';

export type Audience = `user:${string}` | `department:${string}`;

export const ofUser = (userId: string): Audience => `user:${userId}`;
export const ofDepartment = (departmentId: string): Audience => `department:${departmentId}`;

/** What somebody belongs to: themselves and their departments. */
export function audiencesOf({ userId, departmentIds }: Pick<Principal, 'userId' | 'departmentIds'>): Audience[] {
  return [ofUser(userId), ...departmentIds.map(ofDepartment)];
}
