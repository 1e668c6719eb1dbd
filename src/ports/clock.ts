/** The time, so that expiry can be tested. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
