/** What a call acts in: a workspace folder, a calendar, a mailbox, a bucket, a desktop or an organization's data. */
export interface Resource {
  /** Stable over restarts and processes, such as `workspace:…`. Two resources never share one. */
  readonly id: string;
  /** The name that a person recognises, such as `~/project`. */
  readonly label: string;
}
