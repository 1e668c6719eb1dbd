/** Changes one key of `deputize.yaml` and keeps the rest, including comments. An invalid result is not written. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseDocument } from 'yaml';

import { makeFolder, syncFolder } from '../../connectors/secrets/durable-names.ts';
import type { Json } from '../../ports/json.ts';
import { checkConfig } from './config.ts';

export async function setConfig(file: string, key: string | readonly string[], value: Json): Promise<void> {
  const isThere = existsSync(file);
  const before = isThere ? readFileSync(file, 'utf8') : '';
  const document = parseDocument(before, { strict: true, uniqueKeys: true });
  document.setIn(typeof key === 'string' ? [key] : key, document.createNode(value));
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(before) });
  await checkConfig(text, file);
  // If the file is a symbolic link, its target is replaced and the link stays.
  const real = isThere ? realpathSync(file) : file;
  makeFolder(dirname(real));
  const temporary = `${real}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { mode: isThere ? statSync(real).mode : 0o600, flush: true });
    renameSync(temporary, real);
    syncFolder(dirname(real));
  } finally {
    rmSync(temporary, { force: true });
  }
}
