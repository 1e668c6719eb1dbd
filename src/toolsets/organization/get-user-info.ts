/** Says who a colleague is, as far as colleagues know each other. */
import { z } from 'zod';

import { defineTool, DeputizeError } from '../../core/index.ts';

export const getUserInfo = defineTool({
  name: 'get_user_info',
  title: 'Look up a colleague',
  description:
    'Get name, e-mail address, shared departments and presence of a colleague in your departments, by id or e-mail address; of the user themselves when neither is given.',
  input: z.strictObject({
    userId: z.string().min(1).max(128).optional().describe('The colleague’s id. The user themselves when left out.'),
    email: z.string().min(3).max(254).optional().describe('The colleague’s e-mail address, instead of the id.'),
  }),
  output: z.strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    departments: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    isOnline: z.boolean(),
  }),
  risk: 'low',
  labels: { private: true },
  needs: ['team'],

  run: async ({ userId, email }, { team }) => {
    const found = await team.find({ userId, email });
    if (!found) throw new DeputizeError('NOT_FOUND', 'There is no such colleague in your departments.');
    return { ...found, departments: [...found.departments] };
  },
});
