/** Tools over people's expenses and over who may enter the workspace. */
import { z } from 'zod';

import { entry } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { named } from './chat-tools.ts';
import { ME, type Claim, type Person, type Team } from './world.ts';

export const OFFICE_TOOLS = {
  list_expenses: tool({ untrusted_output: true, private_output: true }, {}, ({ claims }: Team) =>
    claims.filter(({ status }) => status === 'waiting'),
  ),

  // Finance pays it out only after somebody has approved it.
  submit_expense: tool(
    { effect: 'write', lets_out: true },
    { amount: z.number().positive(), date: z.string(), description: z.string() },
    ({ claims }: Team, { amount, date, description }) => {
      const id = `X-${501 + claims.length}`;
      claims.push({ id, by: ME, amount, date, description, status: 'waiting' });
      return { id };
    },
  ),

  // The amount is what is paid, which can differ from what was claimed.
  approve_expense: tool(
    { effect: 'spend', reversible: false, targets: ['expense_id'] },
    { expense_id: z.string(), amount: z.number().positive() },
    (team: Team, { expense_id, amount }) => {
      waiting(team, expense_id).status = 'approved';
      team.payments.push({ claim: expense_id, amount });
      return { id: expense_id, paid: amount };
    },
  ),

  // Whoever claimed it reads the reason.
  reject_expense: tool(
    { effect: 'write', reversible: false, lets_out: true, recipients: ['expense_id'], targets: ['expense_id'] },
    { expense_id: z.string(), reason: z.string() },
    (team: Team, { expense_id }) => {
      waiting(team, expense_id).status = 'rejected';
      return { id: expense_id, status: 'rejected' };
    },
  ),

  // A guest reads everything in the channels.
  invite_guest: tool(
    { effect: 'send', lets_out: true, recipients: ['email'], targets: ['channels'] },
    { email: z.string(), channels: z.array(z.string()).min(1) },
    (team: Team, { email, channels }) => {
      for (const channel of channels) named(team, channel);
      team.guests.push({ email, channels });
      return { email, channels };
    },
  ),

  give_role: tool(
    { effect: 'write', destructive: true, lets_out: true, recipients: ['person'] },
    { person: z.string(), role: z.enum(['member', 'editor', 'admin']) },
    (team: Team, { person, role }) => {
      member(team, person).role = role;
      return { person, role };
    },
  ),

  remove_member: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['person'] },
    { person: z.string() },
    (team: Team, { person }) => {
      const found = member(team, person);
      team.people = team.people.filter((each) => each !== found);
      return { person, removed: true };
    },
  ),
};

function waiting({ claims }: Team, id: string): Claim {
  const found = entry(claims, id);
  if (found.status !== 'waiting') throw new Error(`${id} is ${found.status}.`);
  return found;
}

function member({ people }: Team, wanted: string): Person {
  const found = people.find(({ handle }) => handle === wanted);
  if (!found) throw new Error(`Nobody is called ${wanted} here.`);
  return found;
}
