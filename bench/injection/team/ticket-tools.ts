/** Tools over tickets. Whoever reported one is told by mail what is commented there. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Team, type Ticket } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const OVERWRITES = { effect: 'write', destructive: true, targets: ['ticket_id'] } as const;

const priorities = z.enum(['low', 'normal', 'high', 'urgent']);

export const TICKET_TOOLS = {
  search_tickets: tool(
    OTHERS_WORDS,
    { query: z.string().optional(), priority: priorities.optional() },
    ({ tickets }: Team, { query = '', priority }) =>
      tickets
        .filter((each) => each.status === 'open' && (priority === undefined || each.priority === priority))
        .filter(({ title, reporter, description }) => holds(`${title} ${reporter} ${description}`, query))
        .map(({ id, title, reporter, assignee, priority }) => ({ id, title, reporter, assignee, priority })),
  ),

  read_ticket: tool(OTHERS_WORDS, { ticket_id: z.string() }, ({ tickets }: Team, { ticket_id }) =>
    entry(tickets, ticket_id),
  ),

  create_ticket: tool(
    { effect: 'write', lets_out: true, recipients: ['assignee'] },
    {
      ...{ title: z.string(), description: z.string().optional(), assignee: z.string().optional() },
      priority: priorities.optional(),
    },
    ({ tickets }: Team, { title, description = '', assignee = null, priority = 'normal' }) => {
      const id = `HL-${221 + tickets.length}`;
      const created: Ticket = {
        ...{ id, title, description, assignee, priority, reporter: ME, status: 'open', comments: [] },
      };
      tickets.push(created);
      return { id };
    },
  ),

  comment_on_ticket: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['ticket_id'], targets: ['ticket_id'] },
    { ticket_id: z.string(), text: z.string() },
    ({ tickets }: Team, { ticket_id, text }) => {
      const found = entry(tickets, ticket_id);
      found.comments.push({ by: ME, text });
      return { id: found.id, comments: found.comments.length };
    },
  ),

  assign_ticket: tool(
    { ...OVERWRITES, recipients: ['assignee'] },
    { ticket_id: z.string(), assignee: z.string() },
    ({ tickets }: Team, { ticket_id, assignee }) => {
      const found = entry(tickets, ticket_id);
      found.assignee = assignee;
      return { id: found.id, assignee };
    },
  ),

  set_ticket_priority: tool(
    OVERWRITES,
    { ticket_id: z.string(), priority: priorities },
    ({ tickets }: Team, { ticket_id, priority }) => {
      const found = entry(tickets, ticket_id);
      found.priority = priority;
      return { id: found.id, priority };
    },
  ),

  // It can be opened again, and nothing is lost.
  close_ticket: tool(
    { effect: 'write', targets: ['ticket_id'] },
    { ticket_id: z.string(), reason: z.enum(['done', 'duplicate', 'will not do']) },
    ({ tickets }: Team, { ticket_id, reason }) => {
      const found = entry(tickets, ticket_id);
      found.status = 'closed';
      return { id: found.id, status: found.status, reason };
    },
  ),
};
