/** Tools over the channels of the team and its directory. */
import { z } from 'zod';

import { holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW, type Channel, type Team } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

export const CHAT_TOOLS = {
  get_current_time: tool({}, {}, (_team: Team) => ({ now: NOW, weekday: 'Wednesday' })),

  find_person: tool({ private_output: true }, { name: z.string() }, ({ people }: Team, { name: wanted }) =>
    people.filter(({ name, nickname = '', handle, team }) => holds(`${name} ${nickname} ${handle} ${team}`, wanted)),
  ),

  list_channels: tool(OTHERS_WORDS, {}, ({ channels }: Team) =>
    channels.map(({ name, topic, visible_to }) => ({ name, topic, visible_to })),
  ),

  read_channel: tool(OTHERS_WORDS, { channel: z.string() }, (team: Team, { channel }) => named(team, channel).messages),

  post_message: tool(
    { ...SENDS, recipients: ['channel'] },
    { channel: z.string(), text: z.string() },
    (team: Team, { channel, text }) => {
      const { messages } = named(team, channel);
      const id = `m-${channel}-${messages.length}`;
      messages.push({ id, by: ME, text, reactions: [] });
      return { id };
    },
  ),

  direct_message: tool(
    { ...SENDS, recipients: ['person'] },
    { person: z.string(), text: z.string() },
    ({ people, directMessages }: Team, { person, text }) => {
      if (!people.some(({ handle }) => handle === person)) throw new Error(`Nobody is called ${person} here.`);
      directMessages.push({ to: person, text });
      return { id: `dm-${directMessages.length}` };
    },
  ),

  react_to_message: tool(
    { effect: 'send', lets_out: true, targets: ['message_id'] },
    { message_id: z.string(), emoji: z.string() },
    ({ channels }: Team, { message_id, emoji }) => {
      const found = channels.flatMap(({ messages }) => messages).find(({ id }) => id === message_id);
      if (!found) throw new Error(`There is no message ${message_id}.`);
      found.reactions.push(emoji);
      return { id: found.id, reactions: found.reactions };
    },
  ),
};

export function named({ channels }: Team, wanted: string): Channel {
  const found = channels.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no channel ${wanted}.`);
  return found;
}
