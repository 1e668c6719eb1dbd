/** A problem that stops the build of a tools folder: its file and line, what was found, and how to fix it. */
export interface BuildFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly mend: string;
}

/** Reports a problem in one file of the tools folder. */
export type FaultReporter = (file: string, line: number, found: string, mend: string) => void;

/** Formats a value as one short line. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
