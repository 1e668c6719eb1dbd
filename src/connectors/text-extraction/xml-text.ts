/** The text of an XML file: what stands in some elements, with breaks after others. */
import { Parser } from 'htmlparser2';

export interface XmlRules {
  /** Only what stands in one of these is text; without them everything is. */
  readonly textIn?: ReadonlySet<string>;
  readonly breakAfter: ReadonlySet<string>;
  readonly tabAfter?: ReadonlySet<string>;
  /** Nothing in these is text. */
  readonly leftOut?: ReadonlySet<string>;
}

/** No entity of a document's own is expanded, and no file that it names is read. */
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
