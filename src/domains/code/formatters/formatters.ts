/** The formatters that are known. Where a folder claims several for a file, the first is meant. */
import { biome } from './biome.ts';
import { black } from './black.ts';
import type { CodeFormatter } from './code-formatter.ts';
import { gofmt } from './gofmt.ts';
import { prettier } from './prettier.ts';
import { ruff } from './ruff.ts';
import { rustfmt } from './rustfmt.ts';

export const formatterNames = ['biome', 'prettier', 'ruff', 'black', 'gofmt', 'rustfmt'] as const;
export type FormatterName = (typeof formatterNames)[number];

export const formatters: Readonly<Record<FormatterName, CodeFormatter>> = {
  ...{ biome, prettier, ruff, black, gofmt, rustfmt },
};
