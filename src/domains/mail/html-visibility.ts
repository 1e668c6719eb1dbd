/** Decides which elements of HTML a person sees, and which of them begin a line. */

const UNSEEN_TAGS = new Set(
  'script style head title template noscript object iframe svg math noembed noframes datalist'.split(' '),
);
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i;

/** The elements that begin and end a line. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** The blocks with an empty line around them. */
export const SPACED: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre'],
]);
export const RULE = '________________________________';

/** Returns whether a browser shows nothing of the element. */
export function isHiddenElement(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return UNSEEN_TAGS.has(name) || attributes.has('hidden') || HIDING.test(attributes.get('style') ?? '');
}
