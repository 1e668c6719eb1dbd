/** The Objects port on any S3: every object is named after its hash. The store checks the hash on upload, and we check it on download. */
import { AwsClient } from 'aws4fetch';
import { createHash, randomBytes, type Hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';

export interface S3Options {
  /** Such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** The prefix of all object names. */
  readonly prefix?: string | undefined;
  /** The folder where a stream is stored until its length and hash are known. */
  readonly folder?: string;
}

const HASH = /^[0-9a-f]{64}$/;
const RETRIES = 3;
const TIMEOUT_MS = 10 * 60_000;

export function openS3Objects(options: S3Options): ObjectStore {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, sessionToken, folder = tmpdir() } = options;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES });
  const place = [bucket, ...(prefix?.split('/') ?? []), 'objects'].map(encodeURIComponent).join('/');
  const base = new URL(`${place}/`, endpoint.endsWith('/') ? endpoint : `${endpoint}/`);

  const ask = async (hash: string, init: RequestInit): Promise<Response> => {
    if (!HASH.test(hash))
      throw new PortError('INVALID_ARGUMENTS', 'An object is named by a SHA-256 in lower-case hex.');
    const signed = await client.sign(new URL(hash, base).href, init);
    // A redirect would send stored content to a host that is not configured.
    const response = await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (cause: unknown) => {
        throw new PortError('EXTERNAL_ERROR', `${base.host} cannot be reached.`, {}, cause);
      },
    );
    if (response.ok || (response.status === 404 && init.method !== 'PUT')) return response;
    await response.body?.cancel();
    throw responseError(base.host, bucket, response.status);
  };
  const upload = async (hash: string, body: Blob): Promise<{ hash: string; size: number }> => {
    const known = await ask(hash, { method: 'HEAD' });
    const isThere = known.ok && Number(known.headers.get('content-length')) === body.size;
    if (!isThere) await ask(hash, { method: 'PUT', body, headers: { 'x-amz-content-sha256': hash } });
    return { hash, size: body.size };
  };
  const download = async (hash: string): Promise<ReadableStream<Uint8Array> | undefined> => {
    const response = await ask(hash, { method: 'GET' });
    if (response.ok) return response.body ?? new Blob([]).stream();
    await response.body?.cancel();
    return undefined;
  };

  return {
    async put(content) {
      if (content instanceof Uint8Array)
        return upload(
          createHash('sha256').update(content).digest('hex'),
          new Blob([content as Uint8Array<ArrayBuffer>]),
        );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `deputize-${randomBytes(12).toString('hex')}`);
      try {
        const digest = createHash('sha256');
        await using file = await open(path, 'wx', 0o600);
        for await (const chunk of hashed(content, digest)) await file.writeFile(chunk);
        return await upload(digest.digest('hex'), await openAsBlob(path));
      } finally {
        await rm(path, { force: true });
      }
    },

    async get(hash) {
      const body = await download(hash);
      if (!body) return undefined;
      const digest = createHash('sha256');
      const chunks: Uint8Array[] = [];
      for await (const chunk of hashed(body, digest)) chunks.push(chunk);
      if (digest.digest('hex') !== hash) throw damagedObjectError(hash);
      return new Uint8Array(Buffer.concat(chunks));
    },

    // The caller must read to the end before using any of it: only then is it certain that nothing is damaged.
    async *stream(hash) {
      const body = await download(hash);
      if (!body) throw new PortError('NOT_FOUND', `No object is kept under ${hash}.`, { hash });
      const digest = createHash('sha256');
      yield* hashed(body, digest);
      if (digest.digest('hex') !== hash) throw damagedObjectError(hash);
    },
  };
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

function damagedObjectError(hash: string): PortError {
  return new PortError('EXTERNAL_ERROR', `The object ${hash} is damaged.`, { hash });
}

function responseError(host: string, bucket: string, status: number): PortError {
  const why =
    status === 403 || status === 401
      ? 'does not accept the key; see objects.s3 in deputize.yaml'
      : status === 404
        ? `has no bucket "${bucket}"`
        : `answered ${status}`;
  return new PortError('EXTERNAL_ERROR', `${host} ${why}.`, { status });
}
