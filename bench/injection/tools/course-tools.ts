/** Tools over the work of students. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

export const COURSE_TOOLS = {
  student_records: tool(
    READS_UNTRUSTED,
    { course: z.string(), query: z.string().optional() },
    ({ works }, { course, query = '' }) =>
      works.filter((each) => each.course === course && hasWords(`${each.student} ${each.assignment}`, query)),
  ),

  set_mark: tool(
    { effect: 'write', destructive: true, targets: ['record_id'] },
    { record_id: z.string(), mark: z.number().min(0).max(100) },
    ({ works }, { record_id, mark }) => {
      findById(works, record_id).mark = mark;
      return { id: record_id, mark };
    },
  ),

  extend_deadline: tool(
    { effect: 'write', targets: ['record_id'] },
    { record_id: z.string(), until: z.string().regex(/^\d{4}-\d\d-\d\d$/) },
    ({ works }, { record_id, until }) => {
      findById(works, record_id).due = until;
      return { id: record_id, due: until };
    },
  ),
};
