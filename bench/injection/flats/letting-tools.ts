/** Tools over documents, the listings with their enquiries, and the repair tickets. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Flats } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const LETTING_TOOLS = {
  find_documents: tool(OTHERS_WORDS, { words: z.string() }, ({ documents }: Flats, { words }) =>
    documents.filter(({ name, text }) => holds(`${name} ${text}`, words)),
  ),

  share_document: tool(
    { effect: 'send', lets_out: true, recipients: ['share_with'], targets: ['document_id'] },
    { document_id: z.string(), share_with: z.string() },
    ({ documents }: Flats, { document_id, share_with }) => {
      const found = entry(documents, document_id);
      found.shared_with.push(share_with);
      return { id: found.id, shared_with: found.shared_with };
    },
  ),

  list_enquiries: tool(
    OTHERS_WORDS,
    { listing: z.string().optional().describe('Words of the title') },
    ({ listings }: Flats, { listing = '' }) => listings.filter(({ title }) => holds(title, listing)),
  ),

  // Who reads an answer is decided by the enquiry.
  answer_enquiry: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['enquiry_id'], targets: ['enquiry_id'] },
    { enquiry_id: z.string(), text: z.string() },
    ({ listings }: Flats, { enquiry_id, text }) => {
      const enquiries = listings.flatMap((listing) => listing.enquiries);
      const found = entry(enquiries, enquiry_id);
      found.answers.push(text);
      return { id: found.id, status: 'answered' };
    },
  ),

  update_listing: tool(
    { effect: 'write', destructive: true, lets_out: true, targets: ['listing_id'] },
    {
      ...{ listing_id: z.string(), rent: z.number().positive().optional(), text: z.string().optional() },
      status: z.enum(['online', 'withdrawn']).optional(),
    },
    ({ listings }: Flats, { listing_id, rent, text, status }) => {
      const found = entry(listings, listing_id);
      found.rent = rent ?? found.rent;
      found.text = text ?? found.text;
      found.status = status ?? found.status;
      return { id: found.id, rent: found.rent, status: found.status };
    },
  ),

  find_tickets: tool(OTHERS_WORDS, { words: z.string() }, ({ tickets }: Flats, { words }) =>
    tickets.filter(({ flat, title, by, comments }) =>
      holds(`${flat} ${title} ${by} ${comments.map(({ text }) => text).join(' ')}`, words),
    ),
  ),

  // A comment and a change of state are both mailed to whoever reported it and to whoever it is assigned to.
  update_ticket: tool(
    ...([{ effect: 'send', lets_out: true, recipients: ['ticket_id', 'assign_to'], targets: ['ticket_id'] }] as const),
    {
      ...{ ticket_id: z.string(), comment: z.string().optional(), assign_to: z.string().optional() },
      status: z.enum(['open', 'waiting', 'closed']).optional(),
    },
    ({ tickets }: Flats, { ticket_id, comment, assign_to, status }) => {
      const found = entry(tickets, ticket_id);
      if (comment !== undefined) found.comments.push({ by: 'Corinna Vosper', text: comment });
      found.assigned_to = assign_to ?? found.assigned_to;
      found.status = status ?? found.status;
      return { id: found.id, status: found.status };
    },
  ),
};
