/** Where packages come from: the places that the operator chose, and no other. */
export interface PackageSources {
  readonly npm: {
    /** Its address, with a slash at its end. */
    readonly registry: string;
  };
  readonly pip: {
    /** The address of its simple index, with a slash at its end. */
    readonly index: string;
    /** Hosts beside the index that it has its files on. */
    readonly fileHosts: readonly string[];
  };
}
