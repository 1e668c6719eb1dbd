/** The people one works with, as one may see them: those of one's own departments and nobody else. */

export interface ColleagueProfile {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Those that both are in. */
  readonly departments: readonly { readonly id: string; readonly name: string }[];
  readonly isOnline: boolean;
}

export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly isOnline: boolean;
}

export interface RelayResult {
  /** When the colleague's client had it; null as long as it has not. */
  readonly deliveredAt: string | null;
}

export interface TeamDirectory {
  /** Oneself when nobody is named. Undefined for whoever shares no department, as for whoever does not exist. */
  find(who: {
    readonly userId?: string | undefined;
    readonly email?: string | undefined;
  }): Promise<ColleagueProfile | undefined>;
  /** Undefined for a department that one is not in, as for one that does not exist. */
  members(departmentId?: string): Promise<readonly TeamMember[] | undefined>;
  /** Undefined where there is no such colleague. The same call relays once. */
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

/** The notifications of one user, and that they are there to get them. */
export interface TeamNotifications {
  list(
    userId: string,
    options?: { readonly unread?: boolean | undefined; readonly limit?: number },
  ): Promise<TeamNotification[]>;
  /** The oldest first. */
  undelivered(userId: string): Promise<TeamNotification[]>;
  /** Their client has these. */
  delivered(userId: string, ids: readonly string[]): Promise<void>;
  /** When a message arrived, by whom it was for and the call that relayed it; null as long as it has not. */
  deliveredAt(userId: string, id: string): Promise<string | null>;
  /** Answers how many there were to mark. */
  markRead(userId: string, ids: readonly string[]): Promise<number>;
  /** A client of theirs is connected, until what is answered is called. */
  arrive(userId: string): () => void;
}
