import { refusalOf } from '../_core/error-types.js';

const NAME_WORDS = 5;

export async function execute({ args, context }) {
  const { prompt, size = '1024x1024', count = 1 } = args;
  try {
    const images = await context.services.images.generate({ prompt, size, count, name: nameFor(prompt) });
    context.audit.log('images_generated', { count: images.length });
    return { ok: true, data: { images } };
  } catch (error) {
    return refusalOf(error);
  }
}

/** A few words of the prompt, and something that makes it the only one. */
function nameFor(prompt) {
  const words = prompt
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]{1,20}/g);
  const random = [...crypto.getRandomValues(new Uint8Array(4))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [...(words ?? ['picture']).slice(0, NAME_WORDS), random].join('-');
}
