/** An outcome as the model reads it: the content of a `role: "tool"` message, a JSON string. */
import type { ErrorValue, Outcome } from '../core/index.ts';

export function toolContent(tool: string, outcome: Outcome): string {
  const edited = 'executedArgs' in outcome ? outcome.executedArgs : undefined;
  const listed = 'changes' in outcome ? outcome.changes : undefined;
  const changes = {
    ...(edited === undefined ? {} : { edited: { by: 'a person', arguments: edited } }),
    ...(listed === undefined ? {} : { changes: listed }),
  };
  switch (outcome.state) {
    case 'ok':
    case 'reported': {
      const { value, truncated, callId } = outcome;
      const cut = truncated && {
        callId,
        characters: truncated.characters,
        parts: truncated.parts,
        readOn: 'read_result',
      };
      return JSON.stringify({ success: true, data: value, ...(cut ? { truncated: cut } : {}), ...changes });
    }
    case 'pending': {
      const { id, url, expiresAt } = outcome.approval;
      const { value } = outcome;
      const what = value === undefined ? 'This waits' : 'Only `data` is available now; the rest waits';
      const message = `${what} for a person. Its outcome follows when they have decided; do not repeat it.`;
      const part = value === undefined ? {} : { data: value };
      return JSON.stringify({ success: false, pending: true, message, ...part, approval: { id, url, expiresAt } });
    }
    default:
      return errorContent(tool, outcome.error, changes);
  }
}

export function errorContent(tool: string, error: ErrorValue, more: object = {}): string {
  const { code, type, message, details, retryable, partialSideEffects } = error;
  const place = { ...details, tool, code };
  return JSON.stringify({
    success: false,
    error: message,
    errorType: type,
    details: place,
    retryable,
    ...(partialSideEffects ? { partialSideEffects } : {}),
    ...more,
  });
}
