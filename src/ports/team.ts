/** The colleagues whom a user may see: those of the user's own departments and no others. */

export interface ColleagueProfile {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The departments that both are in. */
  readonly departments: readonly { readonly id: string; readonly name: string }[];
  readonly isOnline: boolean;
}

/** A member of one of the user's departments. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly isOnline: boolean;
}

interface RelayResult {
  /** When the colleague's client received it; null until then. */
  readonly deliveredAt: string | null;
}

/** The colleagues of one user, and messages to them. */
export interface TeamDirectory {
  /** The user themselves without arguments. Undefined for a user who shares no department, and for one who does not exist. */
  find(who: {
    readonly userId?: string | undefined;
    readonly email?: string | undefined;
  }): Promise<ColleagueProfile | undefined>;
  /** Undefined for a department that the user is not in, and for one that does not exist. */
  members(departmentId?: string): Promise<readonly TeamMember[] | undefined>;
  /** Undefined if there is no such colleague. The same call relays once. */
  relay(
    callId: string,
    to: string,
    message: string,
    context: string | undefined,
    signal: AbortSignal,
  ): Promise<RelayResult | undefined>;
}

/** A message that a colleague sent. */
export interface TeamNotification {
  readonly id: string;
  readonly from: { readonly id: string; readonly name: string };
  readonly message: string;
  readonly context: string | null;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
}

/** The notifications of one user, and whether a client of theirs is connected. */
export interface TeamNotifications {
  list(
    userId: string,
    options?: { readonly unread?: boolean | undefined; readonly limit?: number },
  ): Promise<TeamNotification[]>;
  /** The oldest first. */
  undelivered(userId: string): Promise<TeamNotification[]>;
  /** Records that the user's client has received these. */
  delivered(userId: string, ids: readonly string[]): Promise<void>;
  /** When a message arrived, by its recipient and the call that relayed it; null until then. */
  deliveredAt(userId: string, id: string): Promise<string | null>;
  /** Returns how many were marked. */
  markRead(userId: string, ids: readonly string[]): Promise<number>;
  /** Removes all messages to a user. */
  erase(userId: string): Promise<void>;
  /** Records that a client of the user is connected, until the returned function is called. */
  arrive(userId: string): () => void;
}
