/** Reads the XML of WebDAV strictly: what is cut off or not closed is refused, and there are no document types and no entities. */
import { Parser } from 'htmlparser2';

import { PortError } from '../../ports/port-error.ts';

export interface Element {
  /** Without its prefix, in small letters. */
  readonly name: string;
  readonly children: Element[];
  text: string;
}

export interface DavResource {
  readonly href: string;
  /** Its status line says whether it was found; properties that were not are left out. */
  readonly properties: readonly Element[];
}

const DEEPEST = 50;

export function parseMultistatus(xml: string): DavResource[] {
  const root = parseXml(xml);
  if (root.name !== 'multistatus') throw malformed();
  return childrenOf(root, 'response').map((response) => ({
    href: childrenOf(response, 'href')[0]?.text.trim() ?? '',
    properties: childrenOf(response, 'propstat')
      .filter((one) => /^HTTP\/\S+ 2\d\d/i.test(childrenOf(one, 'status')[0]?.text.trim() ?? ''))
      .flatMap((one) => childrenOf(one, 'prop'))
      .flatMap(({ children }) => children),
  }));
}

export const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);

function parseXml(xml: string): Element {
  const top: Element = { name: '', children: [], text: '' };
  const open: Element[] = [top];
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.length > DEEPEST) throw malformed();
        const element: Element = { name: name.replace(/^.*:/, '').toLowerCase(), children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const inner = open.at(-1);
        if (inner) inner.text += text;
      },
      onclosetag(_, isImplied) {
        // `<a/>` is closed by itself; anything else that is closed without saying so was cut off or never closed.
        if (isImplied && xml.slice(parser.endIndex - 1, parser.endIndex + 1) !== '/>') throw malformed();
        open.pop();
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw malformed();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const [root, ...more] = top.children;
  if (!root || more.length > 0 || top.text.trim() !== '') throw malformed();
  return root;
}

export function malformed(): PortError {
  return new PortError('EXTERNAL_ERROR', 'The calendar server answered with something that cannot be read.');
}
