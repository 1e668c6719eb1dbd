/** The embedded database and a real PostgreSQL, for what must hold on both. Each opening gets an empty one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll } from 'vitest';

import { PostgresServer } from '../../contracts/database/postgres-server.ts';

export interface Place {
  readonly data: string;
  readonly postgres?: string;
}

/** Made when a test first asks for it, and gone with the test file. */
export function bothDatabases(): readonly { readonly name: string; readonly place: () => Promise<Place> }[] {
  let server: Promise<PostgresServer> | undefined;
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'both-'));
    folders.push(made);
    return made;
  };
  afterAll(async () => {
    await (await server)?.remove();
    for (const made of folders) await rm(made, { recursive: true, force: true });
  });
  return [
    { name: 'SQLite', place: async () => ({ data: await folder() }) },
    {
      name: 'PostgreSQL',
      place: async () => {
        const running = await (server ??= PostgresServer.create());
        return { data: await folder(), postgres: await emptyDatabase(running.connectionString) };
      },
    },
  ];
}

async function emptyDatabase(connectionString: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return connectionString.replace('///postgres?', `///${name}?`);
}
