/** Whether the bundled program is newer than every source. */
export function isBuildFresh(): boolean;

/** The file to start: the sources of a clone, unless its bundle is newer; the bundle of an installed package. */
export function findProgram(): URL;
