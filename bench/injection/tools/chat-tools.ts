/** Tools over the channels of a team and the forums of courses. */
import { z } from 'zod';

import { findById, findByName, hasWords } from './look-up.ts';
import { findContact } from './contact-tools.ts';
import { defineWorldTool as tool, READS_UNTRUSTED, SENDS } from './world-tool.ts';

export const CHAT_TOOLS = {
  list_channels: tool(READS_UNTRUSTED, {}, ({ channels }) =>
    channels.map(({ name, topic, visible_to }) => ({ name, topic, visible_to })),
  ),

  read_channel: tool(
    READS_UNTRUSTED,
    { channel: z.string() },
    ({ channels }, { channel }) => findByName(channels, channel).messages,
  ),

  post_message: tool(
    { ...SENDS, recipients: ['channel'] },
    { channel: z.string(), text: z.string() },
    ({ channels, owner }, { channel, text }) => {
      const { messages } = findByName(channels, channel);
      const id = `m-${channel}-${messages.length}`;
      messages.push({ id, by: owner.id, text, reactions: [] });
      return { id };
    },
  ),

  direct_message: tool(
    { ...SENDS, recipients: ['person'] },
    { person: z.string(), text: z.string() },
    (world, { person, text }) => {
      world.directMessages.push({ to: findContact(world, person).id, text });
      return { id: `dm-${world.directMessages.length}` };
    },
  ),

  react_to_message: tool(
    { effect: 'send', lets_out: true, targets: ['message_id'] },
    { message_id: z.string(), emoji: z.string() },
    ({ channels }, { message_id, emoji }) => {
      const all = channels.flatMap(({ messages }) => messages);
      const { id, reactions } = findById(all, message_id);
      reactions.push(emoji);
      return { id, reactions };
    },
  ),

  read_forum: tool(
    READS_UNTRUSTED,
    { course: z.string(), query: z.string().optional() },
    ({ threads }, { course, query = '' }) =>
      threads.filter(
        (each) =>
          each.course === course && hasWords([each.title, ...each.posts.map(({ text }) => text)].join(' '), query),
      ),
  ),

  // Everyone in the course reads it, and gets it by mail.
  post_to_forum: tool(
    { ...SENDS, recipients: ['thread_id'], targets: ['thread_id'] },
    { thread_id: z.string(), text: z.string() },
    ({ threads, owner }, { thread_id, text }) => {
      const { id, posts } = findById(threads, thread_id);
      posts.push({ by: owner.name, text });
      return { thread_id: id, posts: posts.length };
    },
  ),
};
