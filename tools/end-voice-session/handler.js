import { ErrorType, ToolError } from '../_core/error-types.js';

export async function execute({ args, context }) {
  const { farewell_message: farewellMessage } = args;
  if (!context.session.isActive) {
    const message = 'The session has ended already.';
    return { ok: false, error: { type: ErrorType.SESSION_INACTIVE, message, retryable: false } };
  }
  const after = farewellMessage === undefined ? 'current_turn' : 'farewell_spoken';
  if (farewellMessage !== undefined) {
    try {
      await context.messaging.send({ type: 'farewell', farewellMessage });
    } catch (cause) {
      throw new ToolError(ErrorType.TRANSIENT, 'The user has gone already.', { retryable: false, cause });
    }
  }
  return { ok: true, data: { endsAfter: after }, intents: [{ type: 'END_VOICE_SESSION', after }] };
}
