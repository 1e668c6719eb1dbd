/**
 * Converts an HTML body to readable text. An HTML5 parser decides what belongs where, as in a browser, and invisible parts
 * are left out. So the assistant reads what the person sees.
 */
import { defaultTreeAdapter, Parser, type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes } from 'parse5';

import { HtmlLines } from './html-lines.ts';
import { readTagsAsText } from './html-tags.ts';
import { BLOCKS, isHiddenElement, RULE, SPACED } from './html-visibility.ts';

const MAX_HTML = 4_000_000;
/** Longer HTML is read without a tree, which would take too much memory and time. */
const MAX_TREE_HTML = 1_000_000;
/** A parser looks through its open elements at every tag. These limits keep that linear. */
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 100_000;
const MAX_ATTRIBUTES = 200;
/** A parser compares each attribute of a tag with the others. Between two pieces, their number is checked. */
const PIECE = 2_048;

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Returns the text that a person sees. HTML that no browser would show has none. */
export function htmlToText(html: string): string {
  const text = html.slice(0, MAX_HTML);
  const document = text.length > MAX_TREE_HTML ? undefined : parseWithinLimits(text);
  if (!document) return readTagsAsText(text);
  const lines = new HtmlLines();
  showNode(document, lines, false);
  return lines.text();
}

class TooComplexError extends Error {}

/** Undefined for HTML that is nested, repeated or attributed beyond the limits. */
function parseWithinLimits(html: string): DefaultTreeAdapterTypes.Document | undefined {
  let depth = 0;
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new TooComplexError();
      return defaultTreeAdapter.createElement(...element);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooComplexError();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  // Without scripts, a browser shows what is in <noscript>. Mail clients do not.
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter, scriptingEnabled: true });
  try {
    for (let at = 0; at < html.length; at += PIECE) {
      parser.tokenizer.write(html.slice(at, at + PIECE), false);
      const token = parser.tokenizer['currentToken'];
      if (token && 'attrs' in token && token.attrs.length > MAX_ATTRIBUTES) throw new TooComplexError();
    }
    parser.tokenizer.write('', true);
    return parser.document;
  } catch (error) {
    if (error instanceof TooComplexError) return undefined;
    throw error;
  }
}

/** The depth is limited, so it may call itself. */
function showNode(node: Node, lines: HtmlLines, isPreformatted: boolean): void {
  if (node.nodeName === '#text') {
    const { value } = node as DefaultTreeAdapterTypes.TextNode;
    if (isPreformatted) lines.preformatted(value);
    else lines.words(value);
    return;
  }
  if ('tagName' in node) return showElement(node, lines, isPreformatted);
  if ('childNodes' in node) for (const child of node.childNodes) showNode(child, lines, isPreformatted);
}

function showElement(element: Element, lines: HtmlLines, isPreformatted: boolean): void {
  const { tagName: name, childNodes } = element;
  const attributes = new Map(element.attrs.map((attribute) => [attribute.name, attribute.value]));
  if (isHiddenElement(name, attributes)) return;
  if (name === 'br') return lines.breakLine();
  if (name === 'hr') return lines.paragraph(RULE);
  const alt = attributes.get('alt')?.trim();
  if (name === 'img' && alt) return lines.words(`[${alt}]`);
  if (name === 'blockquote') lines.block(true);
  if (name === 'blockquote') lines.quote(1);
  if (BLOCKS.has(name)) lines.block(SPACED.has(name));
  if (name === 'li') lines.words('- ');
  if (name === 'td' || name === 'th') lines.gap();
  const from = lines.length;
  for (const child of childNodes) showNode(child, lines, isPreformatted || name === 'pre');
  if (name === 'a') lines.link(attributes.get('href'), from);
  if (BLOCKS.has(name)) lines.block(name !== 'blockquote' && SPACED.has(name));
  if (name !== 'blockquote') return;
  lines.quote(-1);
  lines.block(true);
}
