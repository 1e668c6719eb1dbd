/** Where whole contents are kept: in the data folder, or in the bucket that the configuration names. */
import { join } from 'node:path';

import { openDiskObjects } from '../../connectors/objects/disk.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { LoadedConfig } from '../config/config.ts';

export async function openObjects({ config: { objects }, secret }: LoadedConfig, data: string): Promise<ObjectStore> {
  if (objects === undefined) return openDiskObjects(join(data, 'objects'));
  const { openS3Objects } = await import('../../connectors/objects/s3.ts');
  const { s3 } = objects;
  const secretAccessKey = secret('objects.s3.secretAccessKey', s3.secretAccessKey);
  const sessionToken = isOfEnvironment(s3) ? process.env['AWS_SESSION_TOKEN'] : undefined;
  return openS3Objects({ ...s3, secretAccessKey, sessionToken, folder: join(data, 'unfinished') });
}

function isOfEnvironment({ secretAccessKey: place }: NonNullable<LoadedConfig['config']['objects']>['s3']): boolean {
  return 'env' in place && place.env === 'AWS_SECRET_ACCESS_KEY';
}
