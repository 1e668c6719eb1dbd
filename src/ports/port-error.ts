/** What a connector throws: a code of the error table and a message that the user sees unchanged. Other errors are not shown. */
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
