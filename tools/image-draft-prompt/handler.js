import { ErrorType } from '../_core/error-types.js';

const SIZES = { square: '1024x1024', landscape: '1536x1024', portrait: '1024x1536' };
const VOWEL = /^[aeiou]/i;

export async function execute({ args }) {
  const subject = tidy(args.subject);
  if (!/[\p{L}\p{N}]/u.test(subject))
    return { ok: false, error: { type: ErrorType.VALIDATION, message: 'Say in words what is to be seen.' } };
  const style = args.style ?? 'illustration';
  const avoid = (args.avoid ?? []).map(tidy).filter((word) => word !== '');
  const sentences = [
    `${VOWEL.test(style) ? 'An' : 'A'} ${style} of ${subject}.`,
    ...(tidy(args.mood) === '' ? [] : [`The mood is ${tidy(args.mood)}.`]),
    ...(tidy(args.background) === '' ? [] : [`In the background: ${tidy(args.background)}.`]),
    ...(avoid.length === 0 ? [] : [`Without ${avoid.join(', ')}.`]),
  ];
  return { ok: true, data: { prompt: sentences.join(' '), size: SIZES[args.shape ?? 'square'] } };
}

const tidy = (text = '') =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
