/** How much any one request may bring in or take. */
export interface WebLimits {
  /** Of the body, both as it is sent and as it is once unpacked. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly redirects: number;
  readonly connectMs: number;
}

export const defaultLimits: WebLimits = {
  bodyBytes: 10 * 1024 * 1024,
  headerBytes: 64 * 1024,
  redirects: 5,
  connectMs: 10_000,
};
