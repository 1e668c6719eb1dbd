/** Lists the people of the departments that the user is in. */
import { z } from 'zod';

import { defineTool, DeputizeError } from '../../core/index.ts';

export const getTeamMembers = defineTool({
  name: 'get_team_members',
  title: 'List the team',
  description: 'List the members of your departments, or of one of them, with their roles and whether they are online.',
  input: z.strictObject({
    departmentId: z.string().min(1).max(128).optional().describe('One of your departments. All of them when left out.'),
  }),
  output: z.strictObject({
    members: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        roles: z.array(z.string()),
        isOnline: z.boolean(),
      }),
    ),
    total: z.int(),
  }),
  risk: 'low',
  labels: { private: true },
  needs: ['team'],

  run: async ({ departmentId }, { team }) => {
    const found = await team.members(departmentId);
    if (!found) throw new DeputizeError('NOT_FOUND', 'There is no such department among yours.');
    const members = found.map(({ roles, ...member }) => ({ ...member, roles: [...roles] }));
    return { members, total: members.length };
  },
});
