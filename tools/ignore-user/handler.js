import { ErrorType, ToolError } from '../_core/error-types.js';

export async function execute({ args, context }) {
  const { duration_seconds: duration, farewell_message: farewellMessage } = args;
  if (!context.session.isActive) {
    const message = 'The session has ended already, so nobody can be kept out of it.';
    return { ok: false, error: { type: ErrorType.SESSION_INACTIVE, message, retryable: false } };
  }
  const timeoutUntil = Date.now() + duration * 1_000;
  try {
    await context.messaging.send({ type: 'timeout', durationSeconds: duration, timeoutUntil, farewellMessage });
  } catch (cause) {
    throw new ToolError(ErrorType.TRANSIENT, 'The user could not be told, so nobody is kept out.', {
      retryable: true,
      partialSideEffects: false,
      cause,
    });
  }
  context.audit.log('user_timeout', { duration, timeoutUntil });
  return {
    ok: true,
    data: { timeoutUntil, duration },
    intents: [
      { type: 'END_VOICE_SESSION', after: 'farewell_spoken' },
      { type: 'SUPPRESS_AUDIO', value: true },
    ],
  };
}
