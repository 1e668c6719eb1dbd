/** Why one event cannot be shown. In our own words alone: what stands in the event stays there. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
}
