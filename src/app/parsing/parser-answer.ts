/** The answer of a parser thread. Errors with a code arrive in the main thread as they were thrown. */
import { DeputizeError, type ErrorCode } from '../../core/index.ts';
import { PortError } from '../../ports/port-error.ts';

interface ParserFailure {
  readonly kind: 'core' | 'port';
  readonly code: string;
  readonly message: string;
  readonly details: PortError['details'];
}

export type ParserAnswer = { readonly value: unknown } | { readonly failure: ParserFailure };

/** Describes an error that has a code. Throws any other one again. */
export function toParserFailure(error: unknown): ParserFailure {
  if (error instanceof PortError)
    return { kind: 'port', code: error.code, message: error.message, details: error.details };
  if (error instanceof DeputizeError) return { kind: 'core', code: error.code, message: error.message, details: {} };
  throw error;
}

/** Returns the value of an answer, or throws its error. */
export function readParserAnswer(answer: ParserAnswer): unknown {
  if ('value' in answer) return answer.value;
  const { kind, code, message, details } = answer.failure;
  if (kind === 'port') throw new PortError(code, message, details);
  throw new DeputizeError(code as ErrorCode, message, { retryable: false });
}
