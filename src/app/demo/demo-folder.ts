/** The data folder of an example company. A note in it says that it is one, and neither kind of folder is ever taken for the other. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { DeputizeError } from '../../core/index.ts';

const NOTE = 'example-company.json';

interface DemoFolder {
  readonly data: string;
  /** It goes with the server that it was made for. */
  readonly isTemporary: boolean;
  /** The company is in it already. */
  readonly isFilled: boolean;
}

export const isDemoFolder = (data: string): boolean => existsSync(join(data, NOTE));

export const getPostOfficeFolder = (data: string): string => join(data, 'post-office');

export function demoFolder(named: string | undefined): DemoFolder {
  if (named === undefined) {
    const data = mkdtempSync(join(tmpdir(), 'deputize-demo-'));
    note(data, false);
    return { data, isTemporary: true, isFilled: false };
  }
  const data = resolve(named);
  if (isDemoFolder(data)) {
    if (isFilled(data)) return { data, isTemporary: false, isFilled: true };
    throw invalidFolderError(
      `The example company in ${data} was not finished. Remove the folder, or name another with --data.`,
    );
  }
  if (existsSync(data) && readdirSync(data).length > 0)
    throw invalidFolderError(
      `${data} is not empty and holds no example company. Name another folder with --data, or none.`,
    );
  mkdirSync(data, { recursive: true, mode: 0o700 });
  note(data, false);
  return { data, isTemporary: false, isFilled: false };
}

export const noteFilled = (data: string): void => note(data, true);

export const unavailableInDemoError = (): DeputizeError =>
  new DeputizeError(
    'NOT_AVAILABLE',
    'This is the example company. Real accounts belong into a data folder of their own.',
  );

function note(data: string, filled: boolean): void {
  const text = { note: 'Everything in this folder is made up: an example company to try Deputize on.', filled };
  writeFileSync(join(data, NOTE), `${JSON.stringify(text, null, 2)}\n`, { mode: 0o600 });
}

function isFilled(data: string): boolean {
  const { filled } = JSON.parse(readFileSync(join(data, NOTE), 'utf8')) as { filled?: boolean };
  return filled === true;
}

const invalidFolderError = (message: string): DeputizeError =>
  new DeputizeError('INVALID_CONFIGURATION', message, { details: { key: '--data' } });
