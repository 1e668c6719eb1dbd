/** What is said of a user beside their name. */
import type { OrganizationUser } from '../../../src/wire/organization.ts';
import { messages } from '../../messages.ts';

export function aboutUser({ email, role, disabledAt }: OrganizationUser): string {
  const parts = [email ?? messages.people.noEmail, messages.team.roles[role] ?? role];
  return [...parts, ...(disabledAt === null ? [] : [messages.people.removed])].join(' · ');
}
