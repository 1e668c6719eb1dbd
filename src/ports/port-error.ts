/** What a connector throws: a code of the error table, told to the person as it is. Anything else is kept inside. */
export class PortError extends Error {
  override readonly name = 'PortError';
  readonly code: string;
  readonly details: Record<string, string | number | boolean>;

  constructor(code: string, message: string, details: Record<string, string | number | boolean> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}
