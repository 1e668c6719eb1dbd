/** The registries that packages come from. The operator chooses them, and no others are used. */
export interface PackageSources {
  readonly npm: {
    /** The address of the registry, with a slash at the end. */
    readonly registry: string;
  };
  readonly pip: {
    /** The address of the simple index, with a slash at the end. */
    readonly index: string;
    /** Other hosts that the files of packages are on. */
    readonly fileHosts: readonly string[];
  };
}
