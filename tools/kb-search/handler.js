import { refusalOf } from '../_core/error-types.js';

const BY_VOICE = 3;
const IN_TEXT = 10;

export async function execute({ args, context }) {
  const limit = Math.min(args.top_k ?? 5, context.voice.isActive() ? BY_VOICE : IN_TEXT);
  try {
    return { ok: true, data: { results: await context.services.knowledge.search({ query: args.query, limit }) } };
  } catch (error) {
    return refusalOf(error);
  }
}
