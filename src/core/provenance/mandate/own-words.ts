/**
 * What of a user's message they say themselves. What stands in it behind a fence of backticks, as attached files do, or behind
 * the marks of a quotation, was written by whoever it is from.
 */
export interface Said {
  readonly own: string;
  readonly quoted: readonly string[];
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

export function ownWords(message: string): Said {
  const own: string[] = [];
  const quoted: string[] = [];
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const line of message.split('\n')) {
    const fence = FENCE.exec(line)?.[1];
    if (open) {
      const closes = fence !== undefined && fence[0] === open.fence[0] && fence.length >= open.fence.length;
      if (closes && line.trim() === fence) {
        quoted.push(open.lines.join('\n'));
        open = undefined;
      } else open.lines.push(line);
    } else if (fence !== undefined) open = { fence, lines: [] };
    else if (/^\s{0,3}>/.test(line)) quoted.push(line.replace(/^\s*>+\s?/, ''));
    else own.push(line);
  }
  // What is never closed is quoted to its end.
  if (open) quoted.push(open.lines.join('\n'));
  return { own: own.join('\n'), quoted };
}
