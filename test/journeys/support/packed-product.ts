/** Installs the packed product into an empty folder, once for all journeys of a worker. */
import { installPacked } from '../../support/processes/packed.ts';

/** How long a journey may take to set up: the first one packs the product. */
export const SET_UP_MS = 600_000;

let installed: string | undefined;

/** The folder whose node_modules holds the packed product. */
export const packProduct = (): string => (installed ??= installPacked());
