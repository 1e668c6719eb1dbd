/** The commit thread: waits for the disk so that the server's thread does not have to. */
import { parentPort, workerData } from 'node:worker_threads';

import { SqliteConnection, unpack } from './sqlite-connection.ts';

const connection = new SqliteConnection((workerData as { path: string }).path);
const texts: string[] = [];

parentPort?.on('message', (message: unknown[]) => {
  parentPort?.postMessage(connection.commit(unpack(message, texts)));
});
