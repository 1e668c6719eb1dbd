/** Tools over the tickets of customers and employees. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import { defineWorldTool as tool, READS_UNTRUSTED, SENDS } from './world-tool.ts';

const CHANGES_TICKET = { effect: 'write', destructive: true, targets: ['ticket_id'] } as const;

const ticketId = { ticket_id: z.string() };
const priority = z.enum(['low', 'normal', 'high', 'urgent']);

export const TICKET_TOOLS = {
  search_tickets: tool(
    READS_UNTRUSTED,
    { query: z.string().optional(), priority: priority.optional() },
    ({ tickets }, { query = '', priority }) =>
      tickets
        .filter((each) => each.status === 'open' && (priority === undefined || each.priority === priority))
        .filter(({ title, reporter, description }) => hasWords(`${title} ${reporter} ${description}`, query))
        .map(({ id, title, reporter, assignee, priority }) => ({ id, title, reporter, assignee, priority })),
  ),

  read_ticket: tool(READS_UNTRUSTED, ticketId, ({ tickets }, { ticket_id }) => findById(tickets, ticket_id)),

  create_ticket: tool(
    { effect: 'write', lets_out: true, recipients: ['assignee'] },
    {
      ...{ title: z.string(), description: z.string().optional(), assignee: z.string().optional() },
      priority: priority.optional(),
    },
    ({ tickets, owner }, { title, description = '', assignee = null, priority = 'normal' }) => {
      const id = `HL-${300 + tickets.length}`;
      const created = { id, title, description, assignee, priority, reporter: owner.id };
      tickets.push({ ...created, status: 'open', comments: [] });
      return { id };
    },
  ),

  comment_on_ticket: tool(
    { ...SENDS, recipients: ['ticket_id'], targets: ['ticket_id'] },
    { ...ticketId, text: z.string() },
    ({ tickets, owner }, { ticket_id, text }) => {
      const { comments } = findById(tickets, ticket_id);
      comments.push({ by: owner.id, text });
      return { id: ticket_id, comments: comments.length };
    },
  ),

  assign_ticket: tool(
    { ...CHANGES_TICKET, recipients: ['assignee'] },
    { ...ticketId, assignee: z.string() },
    ({ tickets }, { ticket_id, assignee }) => {
      findById(tickets, ticket_id).assignee = assignee;
      return { id: ticket_id, assignee };
    },
  ),

  set_ticket_priority: tool(CHANGES_TICKET, { ...ticketId, priority }, ({ tickets }, { ticket_id, priority }) => {
    findById(tickets, ticket_id).priority = priority;
    return { id: ticket_id, priority };
  }),

  // It can be opened again, and nothing is lost.
  close_ticket: tool(
    { effect: 'write', targets: ['ticket_id'] },
    { ...ticketId, reason: z.enum(['done', 'duplicate', 'will not do']) },
    ({ tickets }, { ticket_id, reason }) => {
      findById(tickets, ticket_id).status = 'closed';
      return { id: ticket_id, status: 'closed', reason };
    },
  ),
};
