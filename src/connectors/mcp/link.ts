/** A connection to one server: the transport, and the state that its messages do not show. */
import type { Transport } from '@modelcontextprotocol/client';

export interface ServerLink {
  readonly transport: Transport;
  /** Reached over a network: its end shows only at the next request. */
  readonly isDistant: boolean;
  readonly pid: number | undefined;
  /** Why it ended, without text of the server. */
  reason(): string | undefined;
  /** The end of what it wrote to standard error. This text may contain anything. */
  complaints(): string;
  /** Ends the connection for good, with the process behind it. */
  end(): Promise<void>;
}
