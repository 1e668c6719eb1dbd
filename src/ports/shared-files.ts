/** Files that a person may attach: their own and their departments'. */
export interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Names this very content. */
  readonly hash: string;
}

export interface SharedFiles {
  /** Undefined when there is no such file, or none that they may see. */
  find(id: string): Promise<SharedFile | undefined>;
  content(hash: string): Promise<Uint8Array>;
}
