/** The variables that lead to the ledger and the objects, which every process on them needs. */
import type { Config } from './config.ts';

export function storageNames({ database, objects }: Config): string[] {
  const key = objects?.s3.secretAccessKey;
  return [...(database ? [database.postgres] : []), ...(key && 'env' in key ? [key.env] : [])];
}
