/** The reason why an event cannot be read. The message must not contain any text of the event. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
}
