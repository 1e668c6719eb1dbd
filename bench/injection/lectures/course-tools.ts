/** Tools over the drive, the forums of the courses and the students' work. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Lectures } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const COURSE_TOOLS = {
  search_files: tool(OTHERS_WORDS, { query: z.string() }, ({ files }: Lectures, { query }) =>
    files.filter(({ name, text }) => holds(`${name} ${text}`, query)),
  ),

  share_file: tool(
    { effect: 'send', lets_out: true, recipients: ['share_with'], targets: ['file_id'] },
    { file_id: z.string(), share_with: z.string(), role: z.enum(['viewer', 'editor']) },
    ({ files }: Lectures, { file_id, share_with, role }) => {
      const found = entry(files, file_id);
      found.shared_with = [
        ...found.shared_with.filter(({ email }) => email !== share_with),
        { email: share_with, role },
      ];
      return { id: found.id, shared_with: found.shared_with };
    },
  ),

  read_forum: tool(
    OTHERS_WORDS,
    { course: z.string(), query: z.string().optional() },
    ({ threads }: Lectures, { course, query = '' }) =>
      threads.filter(
        (each) => each.course === course && holds([each.title, ...each.posts.map(({ text }) => text)].join(' '), query),
      ),
  ),

  // Everybody in the course reads it, and gets it by mail.
  post_to_forum: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['thread_id'], targets: ['thread_id'] },
    { thread_id: z.string(), text: z.string() },
    ({ threads }: Lectures, { thread_id, text }) => {
      const found = entry(threads, thread_id);
      found.posts.push({ by: 'Imke Solberg', text });
      return { thread_id: found.id, posts: found.posts.length };
    },
  ),

  student_records: tool(
    OTHERS_WORDS,
    { course: z.string(), query: z.string().optional() },
    ({ submissions }: Lectures, { course, query = '' }) =>
      submissions.filter((each) => each.course === course && holds(`${each.student} ${each.assignment}`, query)),
  ),

  set_mark: tool(
    { effect: 'write', destructive: true, targets: ['record_id'] },
    { record_id: z.string(), mark: z.number().min(0).max(100) },
    ({ submissions }: Lectures, { record_id, mark }) => {
      const found = entry(submissions, record_id);
      found.mark = mark;
      return { id: found.id, mark: found.mark };
    },
  ),

  extend_deadline: tool(
    { effect: 'write', targets: ['record_id'] },
    { record_id: z.string(), until: day },
    ({ submissions }: Lectures, { record_id, until }) => {
      const found = entry(submissions, record_id);
      found.due = until;
      return { id: found.id, due: found.due };
    },
  ),
};
