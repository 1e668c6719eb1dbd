/** Arguments while they are being typed: what is wrong with them, and what cannot be read yet. */
export interface Fault {
  /** JSON Pointer into the arguments. */
  readonly path: string;
  readonly message: string;
}

/** Stands among the arguments in the place of what was typed, so that nobody sends them by mistake. */
export class Unreadable {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function isReadable(value: unknown): boolean {
  if (value instanceof Unreadable) return false;
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every(isReadable);
}
