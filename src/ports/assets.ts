/** The built files of the console, as a door hands them to a browser. */
export type Encoding = 'br' | 'gzip';

export interface Asset {
  readonly type: string;
  /** Its name changes with its content, so that a browser may keep it for good. */
  readonly isHashed: boolean;
  /** The compressed forms that were made when it was built. */
  readonly encodings: ReadonlySet<Encoding>;
  read(encoding?: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Assets {
  /** By its path below the console's folder, such as `assets/main-4f2a.js`. */
  find(path: string): Asset | undefined;
}
