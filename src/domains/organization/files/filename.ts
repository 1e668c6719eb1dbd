/** What a file may be called, and of what type it may be said to be. */
import { z } from 'zod';

/** A plain name: no path, nothing that hides or turns its letters around. */
export const filename = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'must be a plain file name, without a path')
  .refine((name) => name !== '.' && name !== '..', 'must be a plain file name, without a path');

export const contentType = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=[\w."-]+)*$/, 'must be a MIME type, like text/plain');

export const fileId = z.string().min(1).max(128);
export const conversationId = z.string().min(1).max(128);
export const MOST_BYTES = 6_000_000;
