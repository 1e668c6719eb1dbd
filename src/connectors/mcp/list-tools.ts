/** Reads a server's list of tools to its end, or gives up: a list without end is no list. */
import type { JsonObject } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import { MAX_LISTING_CHARACTERS, MAX_PAGES, MAX_TOOLS } from './limits.ts';

type AskPage = (cursor: string | undefined) => Promise<{ readonly [member: string]: unknown }>;

export async function listTools(ask: AskPage): Promise<JsonObject[]> {
  const tools: JsonObject[] = [];
  let left = MAX_LISTING_CHARACTERS;
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { tools: listed, nextCursor } = await ask(cursor);
    if (!Array.isArray(listed)) throw unusableServerError('answers with no list of tools');
    for (const tool of listed as unknown[]) {
      if (typeof tool !== 'object' || tool === null || Array.isArray(tool))
        throw unusableServerError('lists what is no tool');
      left -= JSON.stringify(tool).length;
      if (left < 0) throw unusableServerError(`describes its tools in more than ${MAX_LISTING_CHARACTERS} characters`);
      tools.push(tool as JsonObject);
    }
    if (tools.length > MAX_TOOLS) throw unusableServerError(`lists more than ${MAX_TOOLS} tools`);
    if (nextCursor === undefined || nextCursor === null) return tools;
    if (typeof nextCursor !== 'string' || nextCursor === cursor)
      throw unusableServerError('lists its tools in a circle');
    cursor = nextCursor;
  }
  throw unusableServerError(`lists its tools on more than ${MAX_PAGES} pages`);
}

function unusableServerError(what: string): PortError {
  return new PortError('EXTERNAL_ERROR', `it ${what}`);
}
