/** Something that keeps a folder of tools from being built: where it stands, what was found, and how to mend it. */
export interface BuildFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly mend: string;
}

/** Says what is wrong in a file of the folder that is being looked at. */
export type FaultReporter = (file: string, line: number, found: string, mend: string) => void;

/** A value as it can be shown in one line. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
