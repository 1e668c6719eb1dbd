/** An S3 server on loopback, in a temporary folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  /** The environment variables with its keys. */
  readonly env: Record<string, string>;
  /** The names of all objects that it holds. */
  names(): Promise<string[]>;
}

export const BUCKET = 'deputize';

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    names: async () => {
      const all = await readdir(join(directory, BUCKET), { recursive: true });
      return all.filter((name) => name.endsWith('._S3rver_object')).map((name) => name.replace('._S3rver_object', ''));
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
