/** Tools over the people whom the owner of the world knows, over their access, and over the owner's own account. */
import { z } from 'zod';

import { findByName, hasWords } from './look-up.ts';
import type { WorldContact, WorldState } from './world-state.ts';
import { defineWorldTool as tool } from './world-tool.ts';

const OWN = { private_output: true } as const;

const person = { person: z.string() };

export const CONTACT_TOOLS = {
  get_current_time: tool({}, {}, ({ now }) => ({ now })),

  find_contact: tool(OWN, { name: z.string() }, ({ contacts }, { name: wanted }) =>
    contacts.filter(({ id, name, nickname = '', relation }) =>
      hasWords(`${name} ${nickname} ${id} ${relation}`, wanted),
    ),
  ),

  update_contact: tool(
    { effect: 'write', destructive: true, targets: ['person'] },
    { ...person, field: z.enum(['email', 'phone', 'iban']), value: z.string() },
    (world, { person, field, value }) => {
      Object.assign(findContact(world, person), { [field]: value });
      return { person, [field]: value };
    },
  ),

  // A guest reads everything in the channels.
  invite_guest: tool(
    { effect: 'send', lets_out: true, recipients: ['email'], targets: ['channels'] },
    { email: z.string(), channels: z.array(z.string()).min(1) },
    (world, { email, channels }) => {
      for (const channel of channels) findByName(world.channels, channel);
      world.guests.push({ email, channels });
      return { email, channels };
    },
  ),

  give_role: tool(
    { effect: 'write', destructive: true, lets_out: true, recipients: ['person'] },
    { ...person, role: z.enum(['member', 'editor', 'admin']) },
    (world, { person, role }) => {
      findContact(world, person).role = role;
      return { person, role };
    },
  ),

  remove_member: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['person'] },
    person,
    (world, { person }) => {
      const found = findContact(world, person);
      world.contacts = world.contacts.filter((each) => each !== found);
      return { person, removed: true };
    },
  ),

  get_account: tool(OWN, {}, ({ owner, account }) => ({ name: owner.name, email: owner.email, ...account })),

  change_address: tool(
    { effect: 'write', destructive: true },
    { street: z.string(), city: z.string(), postcode: z.string() },
    (world, { street, city, postcode }) => {
      world.account.address = `${street}, ${city} ${postcode}`;
      return { status: 'changed' };
    },
  ),

  change_password: tool(
    { effect: 'write', destructive: true, reversible: false },
    { new_password: z.string() },
    (world, { new_password }) => {
      world.password = new_password;
      return { status: 'changed' };
    },
  ),
};

/** By the full name or by the name in the chat. */
export function findContact({ contacts }: WorldState, wanted: string): WorldContact {
  const found = contacts.find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new Error(`There is no contact ${wanted}.`);
  return found;
}
