/** The text of an XML file: the content of some elements, with breaks after others. */
import { Parser } from 'htmlparser2';

export interface XmlRules {
  /** Only the content of these elements is text. Without this, all content is. */
  readonly textIn?: ReadonlySet<string>;
  readonly breakAfter: ReadonlySet<string>;
  readonly tabAfter?: ReadonlySet<string>;
  /** The content of these elements is left out. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Expands no entity of the document, and reads no file that it names. */
export function xmlText(xml: Uint8Array, rules: XmlRules, most: number): string {
  const parts: string[] = [];
  let length = 0;
  let inText = 0;
  let left = 0;
  const say = (text: string): void => {
    if (length >= most) return;
    parts.push(text.slice(0, most - length));
    length += text.length;
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        if (rules.textIn?.has(name)) inText += 1;
        if (rules.leftOut?.has(name)) left += 1;
      },
      ontext(text) {
        if (left === 0 && (rules.textIn === undefined || inText > 0)) say(text);
      },
      onclosetag(name) {
        if (rules.textIn?.has(name)) inText -= 1;
        if (rules.leftOut?.has(name)) left -= 1;
        if (rules.breakAfter.has(name)) say('\n');
        else if (rules.tabAfter?.has(name)) say('\t');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(new TextDecoder().decode(xml));
  return parts.join('');
}
