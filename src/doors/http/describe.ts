/** The parts that descriptions of routes are made of. */
import { z } from '@hono/zod-openapi';

import * as wire from '../../wire/messages.ts';

export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});
export const body = <S extends z.ZodType>(schema: S) => ({
  required: true,
  content: { 'application/json': { schema } },
});
export const failures = { default: json(wire.errorAnswer, 'What is wrong, as a value.') };
export const withId = z.object({ id: z.string().max(128) });
export const security = [{ token: [] }];
