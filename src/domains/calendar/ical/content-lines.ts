/** Parses iCalendar text into components and lines. Unchanged lines are written back exactly as they were. */
import { UnreadableEventError } from './unreadable-event-error.ts';

export interface ContentLine {
  readonly kind: 'line';
  /** In upper case. */
  readonly name: string;
  /** Names are in upper case. Several values of one parameter are joined by commas. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
  /** The line as in the file, with its folds. */
  readonly raw: string;
}

export interface CalendarComponent {
  readonly kind: 'component';
  readonly name: string;
  readonly members: readonly (ContentLine | CalendarComponent)[];
}

const MOST_CHARACTERS = 2_000_000;
const DEEPEST = 8;

/** Parses the single VCALENDAR of a text. */
export function parseCalendar(text: string): CalendarComponent {
  if (text.length > MOST_CHARACTERS) throw new UnreadableEventError('It is too large.');
  const open: { name: string; members: (ContentLine | CalendarComponent)[] }[] = [];
  let whole: CalendarComponent | undefined;
  for (const raw of logicalLines(text)) {
    const line = parseLine(raw);
    if (line.name === 'BEGIN') {
      if (whole || open.length >= DEEPEST) throw invalidCalendarError();
      open.push({ name: line.value.trim().toUpperCase(), members: [] });
      continue;
    }
    const inner = open.at(-1);
    if (!inner) throw invalidCalendarError();
    if (line.name !== 'END') {
      inner.members.push(line);
      continue;
    }
    if (line.value.trim().toUpperCase() !== inner.name) throw invalidCalendarError();
    open.pop();
    const component: CalendarComponent = { kind: 'component', ...inner };
    const outer = open.at(-1);
    if (outer) outer.members.push(component);
    else whole = component;
  }
  if (open.length > 0 || whole?.name !== 'VCALENDAR') throw invalidCalendarError();
  return whole;
}

export function writeCalendar(component: CalendarComponent): string {
  return `${written(component).join('\r\n')}\r\n`;
}

function written({ name, members }: CalendarComponent): string[] {
  return [
    `BEGIN:${name}`,
    ...members.flatMap((member) => (member.kind === 'line' ? [member.raw] : written(member))),
    `END:${name}`,
  ];
}

export function findLines({ members }: CalendarComponent, name: string): ContentLine[] {
  return members.filter((member) => member.kind === 'line').filter((line) => line.name === name);
}

export function findComponents({ members }: CalendarComponent, name: string): CalendarComponent[] {
  return members.filter((member) => member.kind === 'component').filter((one) => one.name === name);
}

/** Copies the component without the lines that `without` names. The lines of `added` come after its other lines. */
export function withLines(
  component: CalendarComponent,
  without: readonly string[],
  added: readonly ContentLine[],
): CalendarComponent {
  const kept = component.members.filter((member) => member.kind === 'component' || !without.includes(member.name));
  const at = kept.findIndex((member) => member.kind === 'component');
  const end = at < 0 ? kept.length : at;
  return { ...component, members: [...kept.slice(0, end), ...added, ...kept.slice(end)] };
}

export function makeLine(
  name: string,
  value: string,
  parameters: ReadonlyMap<string, string> = new Map(),
): ContentLine {
  const given = [...parameters].map(([key, text]) => `;${key}=${/[:;,]/.test(text) ? `"${text}"` : text}`).join('');
  return { kind: 'line', name, parameters, value, raw: fold(`${name}${given}:${value}`) };
}

export function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

export function unescapeText(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

function* logicalLines(text: string): Generator<string> {
  let line = '';
  for (const physical of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(physical)) {
      line += `\r\n${physical}`;
      continue;
    }
    if (line.trim() !== '') yield line;
    line = physical;
  }
  if (line.trim() !== '') yield line;
}

function parseLine(raw: string): ContentLine {
  const text = raw.replaceAll(/\r\n[ \t]/g, '');
  const name = /^[A-Za-z0-9.-]+/.exec(text)?.[0];
  if (name === undefined) throw invalidCalendarError();
  const parameters = new Map<string, string>();
  let at = name.length;
  const PARAMETER = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)/y;
  for (PARAMETER.lastIndex = at; ; at = PARAMETER.lastIndex) {
    const found = PARAMETER.exec(text);
    if (!found) break;
    parameters.set((found[1] ?? '').toUpperCase(), (found[2] ?? '').replaceAll('"', ''));
  }
  if (text[at] !== ':') throw invalidCalendarError();
  return { kind: 'line', name: name.toUpperCase(), parameters, value: text.slice(at + 1), raw };
}

/** Folds lines at 75 bytes, as RFC 5545 demands, but never inside a character. */
function fold(text: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let length = 0;
  for (const character of text) {
    const size = encoder.encode(character).length;
    if (length + size > 75) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

function invalidCalendarError(): UnreadableEventError {
  return new UnreadableEventError('It is not valid iCalendar.');
}
