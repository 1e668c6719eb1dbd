/** Runs a parser of what others wrote, apart from the main thread and with limits of time and memory. */

/** Runs the named parser for one user. Throws PortError TIMEOUT or TOO_LARGE where the input exceeds a limit. */
export type ContentParser = (parser: string, input: unknown) => Promise<unknown>;
