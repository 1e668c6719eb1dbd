import { refusalOf } from '../_core/error-types.js';

export async function execute({ args, context }) {
  try {
    return { ok: true, data: await context.services.knowledge.get({ id: args.id }) };
  } catch (error) {
    return refusalOf(error);
  }
}
