/** Arguments while they are being typed: what is wrong with them, and what cannot be read yet. */
export interface Fault {
  /** JSON Pointer into the arguments. */
  readonly path: string;
  readonly message: string;
}

/** Takes the place of a typed argument that cannot be parsed, so that the arguments are not sent by mistake. */
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
