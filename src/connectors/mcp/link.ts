/** A way to one server: the transport, and what can be told about it beside its messages. */
import type { Transport } from '@modelcontextprotocol/client';

export interface ServerLink {
  readonly transport: Transport;
  /** Reached over a network: its end shows only when it is asked something. */
  readonly isDistant: boolean;
  readonly pid: number | undefined;
  /** Why it ended, in our words. */
  reason(): string | undefined;
  /** The end of what it wrote to standard error: its own words, which may hold anything. */
  complaints(): string;
  /** Ends it for good, and whatever process is behind it. */
  end(): Promise<void>;
}
