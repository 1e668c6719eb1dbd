/** Reads the XML of WebDAV strictly: what is cut off or not closed is refused, and there are no document types and no entities. */
import { Parser } from 'htmlparser2';

import { PortError } from '../../ports/port-error.ts';

export interface XmlElement {
  /** Without its prefix, in small letters. */
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

export interface DavResource {
  readonly href: string;
  /** Its status line says whether it was found; properties that were not are left out. */
  readonly properties: readonly XmlElement[];
}

const DEEPEST = 50;

export function parseMultistatus(xml: string): DavResource[] {
  const root = parseXml(xml);
  if (root.name !== 'multistatus') throw malformedAnswerError();
  return findChildren(root, 'response').map((response) => ({
    href: findChildren(response, 'href')[0]?.text.trim() ?? '',
    properties: findChildren(response, 'propstat')
      .filter((one) => /^HTTP\/\S+ 2\d\d/i.test(findChildren(one, 'status')[0]?.text.trim() ?? ''))
      .flatMap((one) => findChildren(one, 'prop'))
      .flatMap(({ children }) => children),
  }));
}

/** An event as a calendar server sends it. */
export interface FoundObject {
  readonly href: string;
  readonly etag: string;
  readonly uid: string;
  readonly data: string;
}

/** Reads the events of an answer to a query. A thread can run it. */
export function readCalendarAnswer(xml: string): FoundObject[] {
  return parseMultistatus(xml).flatMap(({ href, properties }) => {
    const data = findText(properties, 'calendar-data');
    if (data === undefined) return [];
    return [{ href, etag: findText(properties, 'getetag')?.trim() ?? '', uid: findUid(data), data }];
  });
}

export function findText(properties: readonly XmlElement[], name: string): string | undefined {
  return properties.find((one) => one.name === name)?.text;
}

export function findUid(data: string): string {
  return /^UID(?:;[^:]*)?:(.*)$/im.exec(data.replaceAll(/\r?\n[ \t]/g, ''))?.[1]?.trim() ?? '';
}

export const findChildren = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', children: [], text: '' };
  const open: XmlElement[] = [top];
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.length > DEEPEST) throw malformedAnswerError();
        const element: XmlElement = { name: name.replace(/^.*:/, '').toLowerCase(), children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const inner = open.at(-1);
        if (inner) inner.text += text;
      },
      onclosetag(_, isImplied) {
        // `<a/>` is closed by itself; anything else that is closed without saying so was cut off or never closed.
        if (isImplied && xml.slice(parser.endIndex - 1, parser.endIndex + 1) !== '/>') throw malformedAnswerError();
        open.pop();
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw malformedAnswerError();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const [root, ...more] = top.children;
  if (!root || more.length > 0 || top.text.trim() !== '') throw malformedAnswerError();
  return root;
}

export function malformedAnswerError(): PortError {
  return new PortError('EXTERNAL_ERROR', 'The calendar server answered with something that cannot be read.');
}
