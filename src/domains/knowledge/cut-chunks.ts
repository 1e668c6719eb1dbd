/** Cuts a text into chunks that the model can read at once, at natural breaks of the text. */
interface TextChunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** About the longest text that the local model reads. */
const LONGEST = 1_000;
/** How much of the previous chunk is repeated, so that a passage across a cut is complete in one chunk. */
const AGAIN = 150;
const MOST_CHUNKS = 5_000;

/** Kinds of breaks, the best first. A better kind is used even if the chunk becomes shorter. */
const BREAKS = [/\n\s*\n/g, /[.!?…。！？]["')\]]*\s/g, /\n/g, /\s/g];
const SHORTEST = LONGEST / 2;

export function cutChunks(text: string): TextChunk[] {
  const cuts: TextChunk[] = [];
  let from = nextWord(text, 0);
  while (from < text.length && cuts.length < MOST_CHUNKS) {
    const to = from + LONGEST >= text.length ? text.length : findBreak(text, from);
    cuts.push({ from, to, text: text.slice(from, to).toWellFormed().trim() });
    if (to >= text.length) break;
    from = nextWord(text, Math.max(from + 1, wordStart(text, to - AGAIN, to)));
  }
  return cuts.filter((cut) => cut.text !== '');
}

function findBreak(text: string, from: number): number {
  const [begin, end] = [from + SHORTEST, from + LONGEST];
  const window = text.slice(begin, end);
  for (const pattern of BREAKS) {
    const last = [...window.matchAll(pattern)].at(-1);
    if (last) return begin + last.index + last[0].length;
  }
  return end;
}

function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space === -1 ? limit : from + space;
}

function nextWord(text: string, from: number): number {
  const rest = /\S/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}
