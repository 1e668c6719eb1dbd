/** Writes small objects in a separate thread, so that no other work waits for the disk. */
import { parentPort, workerData } from 'node:worker_threads';

import { SmallFile, type SmallObject } from './small-file.ts';

const file = new SmallFile((workerData as { path: string }).path);

parentPort?.on('message', (group: readonly SmallObject[]) => parentPort?.postMessage(file.insert(group)));
