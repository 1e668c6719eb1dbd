import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';

import { modelFunctions } from '../schema/material.test.ts';
import { estimateTokens } from './tokens.ts';

test('nothing costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});

test('over all schemas the estimate is at most a tenth too high and never too low', () => {
  const texts = modelFunctions().map((described) => JSON.stringify(described));
  const estimated = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const counted = texts.reduce((sum, text) => sum + countTokens(text), 0);
  expect(estimated / counted).toBeGreaterThan(1);
  expect(estimated / counted).toBeLessThan(1.1);
});

test('a single schema is seldom more than a fifth off', () => {
  const ratios = modelFunctions().map((described) => {
    const text = JSON.stringify(described);
    return estimateTokens(text) / countTokens(text);
  });
  const near = ratios.filter((ratio) => ratio > 0.95 && ratio < 1.2);
  expect(near.length / ratios.length).toBeGreaterThan(0.95);
});

test('documentation and code come near too', () => {
  const folder = join(import.meta.dirname, '../../toolsets/files');
  for (const file of readdirSync(folder).filter((name) => name.includes('.'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio, file).toBeGreaterThan(0.9);
    expect(ratio, file).toBeLessThan(1.4);
  }
});

test.each([
  ['German', 'Verschiebt eine Datei in einen anderen Ordner und überschreibt nichts, ohne vorher zu fragen.'],
  ['Chinese', '将文件移动到另一个文件夹,并且在覆盖之前询问。'],
  ['Russian', 'Перемещает файл в другую папку и спрашивает перед заменой.'],
  ['Arabic', 'ينقل ملفا إلى مجلد آخر ويسأل قبل الكتابة فوقه'],
])('%s is not thought much cheaper than it is', (_, text) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(0.9 * countTokens(text));
});
