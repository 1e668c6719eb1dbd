/** Files that are attached to a message. Their text is in a fence that nothing in them can close. */
export interface Attachment {
  readonly name: string;
  readonly text: string;
  /** Where it is kept instead: the name by which the assistant's tools know it. */
  readonly keptAs?: string;
}

export interface ReadMessage {
  readonly words: string;
  readonly files: readonly Attachment[];
}

const HEAD = /^Attached file (".*"):$/;
const KEPT = /^Attached file (".*"), kept as (".*")$/;
const FENCE = /^(`{3,})$/;

export function composeMessage(words: string, files: readonly Attachment[]): string {
  const blocks = files.map(({ name, text, keptAs }) => {
    if (keptAs !== undefined) return `Attached file ${JSON.stringify(name)}, kept as ${JSON.stringify(keptAs)}`;
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    return `Attached file ${JSON.stringify(name)}:\n${fence}\n${text}\n${fence}`;
  });
  return [words, ...blocks].filter((part) => part !== '').join('\n\n');
}

export function readMessage(message: string): ReadMessage {
  const lines = message.split('\n');
  const words: string[] = [];
  const files: Attachment[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const kept = keptIn(lines[at]);
    if (kept) {
      files.push(kept);
      continue;
    }
    const name = nameIn(lines[at]);
    const fence = FENCE.exec(lines[at + 1] ?? '')?.[1];
    const end = name === undefined || fence === undefined ? -1 : lines.indexOf(fence, at + 2);
    if (name === undefined || end === -1) words.push(lines[at] ?? '');
    else {
      files.push({ name, text: lines.slice(at + 2, end).join('\n') });
      at = end;
    }
  }
  return { words: words.join('\n').trim(), files };
}

function keptIn(line: string | undefined): Attachment | undefined {
  const [, name, id] = KEPT.exec(line ?? '') ?? [];
  const [read, keptAs] = [unquoted(name), unquoted(id)];
  return read === undefined || keptAs === undefined ? undefined : { name: read, text: '', keptAs };
}

const nameIn = (line: string | undefined): string | undefined => unquoted(HEAD.exec(line ?? '')?.[1]);

function unquoted(written: string | undefined): string | undefined {
  try {
    const name: unknown = written === undefined ? undefined : JSON.parse(written);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 400_000;

/** Only text can go along: `undefined` for anything else, and for what is too large. */
export async function readAttachment(file: File): Promise<Attachment | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : { name: file.name, text };
  } catch {
    return undefined;
  }
}
