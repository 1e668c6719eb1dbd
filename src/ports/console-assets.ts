/** The built files of the console, which a door serves to browsers. */
export type AssetEncoding = 'br' | 'gzip';

/** One built file of the console. `type` is its content type. */
export interface ConsoleAsset {
  readonly type: string;
  /** Whether its name changes with its content. A browser may then cache it without a limit. */
  readonly isHashed: boolean;
  /** The compressed forms that exist. */
  readonly encodings: ReadonlySet<AssetEncoding>;
  read(encoding?: AssetEncoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** The built files of the console, by path. */
export interface ConsoleAssets {
  /** Takes a path below the console's folder, such as `assets/main-4f2a.js`. Undefined for an unknown path. */
  find(path: string): ConsoleAsset | undefined;
}
