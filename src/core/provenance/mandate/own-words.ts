/**
 * Separates what the user wrote in a message from what the message quotes. Fenced blocks, which attached files use, and
 * lines that begin with `>` were written by others.
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
  // A block that is never closed is quoted to its end.
  if (open) quoted.push(open.lines.join('\n'));
  return { own: own.join('\n'), quoted };
}
