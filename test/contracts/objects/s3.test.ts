import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';
import { describe, expect, test, vi } from 'vitest';

import { assemble } from '../../../src/app/assemble/assemble.ts';
import { openS3Objects, type S3Options } from '../../../src/connectors/objects/s3.ts';
import { OWNER } from '../../../src/core/index.ts';
import { plainMail } from '../../support/worlds/mail-room.ts';
import { describeObjects } from './objects.contract.ts';

async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'deputize', configs: [] }],
  });
  const { port } = await server.run();
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'deputize',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    folder: join(directory, 'waiting'),
  };
  return {
    options,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

describeObjects('in S3', async () => {
  const s3 = await startS3();
  const { endpoint, accessKeyId, secretAccessKey, folder = '' } = s3.options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
  return {
    objects: openS3Objects(s3.options),
    spoil: async (hash) => {
      await client.fetch(`${endpoint}/deputize/objects/${hash}`, { method: 'PUT', body: 'otherwise' });
    },
    [Symbol.asyncDispose]: async () => {
      const left = await readdir(folder);
      if (left.length > 0) throw new Error(`${left.length} files were left behind`);
      await s3[Symbol.asyncDispose]();
    },
  };
});

describe('S3', () => {
  test('says what is wrong: the key, the bucket, the address', async () => {
    await using s3 = await startS3();
    const put = (changed: Partial<S3Options>) => openS3Objects({ ...s3.options, ...changed }).put(Buffer.from('x'));
    await expect(put({ accessKeyId: 'unknown' })).rejects.toThrow('does not accept the key');
    await expect(put({ bucket: 'absent' })).rejects.toThrow('has no bucket "absent"');
    await expect(put({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('127.0.0.1:1 cannot be reached');
  });
});

test('P3: a mail is kept in the bucket that the configuration names, and read back from there', async () => {
  await using s3 = await startS3();
  const data = await mkdtemp(join(tmpdir(), 'deputize-s3-'));
  vi.stubEnv('S3_SECRET', s3.options.secretAccessKey);
  try {
    const { endpoint, bucket, accessKeyId } = s3.options;
    const secretAccessKey = { env: 'S3_SECRET' };
    await writeFile(
      join(data, 'deputize.yaml'),
      JSON.stringify({ objects: { s3: { endpoint, bucket, accessKeyId, secretAccessKey } } }),
    );
    const assembly = await assemble({ data, log: () => undefined });
    const raw = Buffer.from(plainMail({ Subject: 'Kept elsewhere' }, 'In a bucket.'));
    expect(await assembly.mail.inbox.deliver(raw, { via: 'file' })).toMatchObject({ state: 'stored' });
    const mailbox = assembly.mail.mailbox(OWNER);
    const { found } = await mailbox.search({ limit: 1, order: 'newest' });
    expect(await mailbox.read(found[0]?.id ?? '')).toMatchObject({ subject: 'Kept elsewhere', body: 'In a bucket.' });
    await assembly.close();
    expect(existsSync(join(data, 'objects'))).toBe(false);
  } finally {
    vi.unstubAllEnvs();
    await rm(data, { recursive: true });
  }
});
