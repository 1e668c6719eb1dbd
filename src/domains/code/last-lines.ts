/** Reports the progress of a program by its last output line, at a limited rate. */
const MOST_CHARACTERS = 200;

export function lastLines(
  everyMs: number,
  progress: (done: number, total?: number, message?: string) => void,
): (stream: 'stdout' | 'stderr', text: string) => void {
  let characters = 0;
  let toldAt = 0;
  return (_, text) => {
    characters += text.length;
    const now = Date.now();
    if (now - toldAt < everyMs) return;
    toldAt = now;
    const line = text.trimEnd().split('\n').at(-1) ?? '';
    progress(characters, undefined, line.slice(-MOST_CHARACTERS).toWellFormed());
  };
}
