/** Converts a text into the model's tokens: words in lower case and without accents, cut into known pieces (WordPiece). */
const UNKNOWN = 100;
const BEGIN = 101;
const END = 102;
const LONGEST_WORD = 100;

/** `vocabulary` maps pieces to their numbers. A piece that continues a word begins with `##`. */
export function wordPieces(vocabulary: ReadonlyMap<string, number>): (text: string, most: number) => number[] {
  return (text, most) => {
    const pieces = [BEGIN];
    // Every piece covers at most one long word, so text after this length is never reached.
    const read = text.slice(0, most * (LONGEST_WORD + 1)).toWellFormed();
    for (const [word] of plain(read).matchAll(WORD)) {
      pieces.push(...cut(word, vocabulary));
      if (pieces.length >= most) break;
    }
    pieces.length = Math.min(pieces.length, most - 1);
    return [...pieces, END];
  };
}

const WORD = /\p{P}|[$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
const DROPPED = /[\0\uFFFD]|(?![\t\n\r])\p{C}/gu;
/** Each of these characters counts as a separate word. */
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;

function plain(text: string): string {
  // Most texts are ASCII and need only lower case.
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll(DROPPED, '')
    .replaceAll(IDEOGRAPH, ' $& ')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Takes the longest known piece from the left, repeatedly. A word with an unknown part is unknown as a whole. */
function cut(word: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const whole = vocabulary.get(word);
  if (whole !== undefined) return [whole];
  if (word.length > LONGEST_WORD && Array.from(word).length > LONGEST_WORD) return [UNKNOWN];
  const pieces: number[] = [];
  for (let from = 0; from < word.length;) {
    let to = word.length;
    let piece: number | undefined;
    for (; to > from && piece === undefined; to -= 1)
      piece = vocabulary.get((from > 0 ? '##' : '') + word.slice(from, to));
    if (piece === undefined) return [UNKNOWN];
    pieces.push(piece);
    from = to + 1;
  }
  return pieces;
}
