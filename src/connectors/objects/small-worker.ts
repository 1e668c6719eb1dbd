/** Writes small objects in a thread of its own, so that nobody else waits for the disk meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';

import { SmallFile, type SmallObject } from './small-file.ts';

const file = new SmallFile((workerData as { path: string }).path);

parentPort?.on('message', (group: readonly SmallObject[]) => parentPort?.postMessage(file.insert(group)));
