/** Reads the model's weights from its package and lays them out for the kernels, once for all threads. */
import { readFile } from 'node:fs/promises';

import { MOST_OF_COLUMN } from './kernels.ts';
import {
  LAYERS,
  WIDTH,
  type LayerOffsets,
  type WeightsLayout,
  type LinearOffsets,
  type NormOffsets,
} from './mini-lm.ts';
import { PANEL } from './products.ts';

const INNER = 4 * WIDTH;
const FLOAT = 4;
const VOCABULARY = 30_522;
const PLACES = 512;
/** What a score is divided by is taken from the questions beforehand. */
const QUESTION_SCALE = 1 / Math.sqrt(32);

/** Where everything will lie. It depends on nothing but the model's shape. */
export function computeLayout(): WeightsLayout {
  let end = 0;
  const take = (bytes: number): number => (end += Math.ceil(bytes / 64) * 64) - Math.ceil(bytes / 64) * 64;
  const linear = (inner: number, columns: number): LinearOffsets => ({
    weights: take(inner * columns * 2),
    sizes: take(columns * FLOAT),
    bias: take(columns * FLOAT),
  });
  const norm = (): NormOffsets => ({ scale: take(WIDTH * FLOAT), shift: take(WIDTH * FLOAT) });
  const words = take(VOCABULARY * WIDTH * 2);
  const places = take(PLACES * WIDTH * FLOAT);
  const first = norm();
  const layers = Array.from({ length: LAYERS }, (): LayerOffsets => ({
    attention: linear(WIDTH, 3 * WIDTH),
    gathered: linear(WIDTH, WIDTH),
    first: norm(),
    widened: linear(WIDTH, INNER),
    narrowed: linear(INNER, WIDTH),
    second: norm(),
  }));
  const zeros = take(INNER * FLOAT);
  return { words, places, norm: first, layers, zeros, end };
}

export async function loadWeights(path: string, memory: WebAssembly.Memory, layout: WeightsLayout): Promise<void> {
  const tensor = readTensors(await readFile(path));
  const floats = new Float32Array(memory.buffer);
  const halves = new Float16Array(memory.buffer);
  const whole = new Int16Array(memory.buffer);
  const put = (at: number, values: Float16Array): void => floats.set(values, at / FLOAT);
  const norm = ({ scale, shift }: NormOffsets, name: string): void => {
    put(scale, tensor(`${name}.weight`));
    put(shift, tensor(`${name}.bias`));
  };
  const linear = ({ weights, sizes, bias }: LinearOffsets, name: string, inner: number, scale = 1): void => {
    const scaled = (values: Float16Array): Float32Array => new Float32Array(values).map((value) => value * scale);
    floats.set(scaled(tensor(`${name}.bias`)), bias / FLOAT);
    pack(scaled(tensor(`${name}.weight`)), inner, whole.subarray(weights / 2), floats.subarray(sizes / FLOAT));
  };

  halves.set(tensor('embeddings.word_embeddings.weight'), layout.words / 2);
  const type = tensor('embeddings.token_type_embeddings.weight');
  // Every piece is of the first type, so its vector is the same as part of the place's.
  const places = Float32Array.from(
    tensor('embeddings.position_embeddings.weight'),
    (value, index) => value + (type[index % WIDTH] ?? 0),
  );
  floats.set(places, layout.places / FLOAT);
  norm(layout.norm, 'embeddings.LayerNorm');
  for (const [index, layer] of layout.layers.entries()) {
    const name = `encoder.layer.${index}`;
    for (const [part, which] of ['query', 'key', 'value'].entries()) {
      const weights = layer.attention.weights + part * WIDTH * WIDTH * 2;
      const offset = part * WIDTH * FLOAT;
      const place = { weights, sizes: layer.attention.sizes + offset, bias: layer.attention.bias + offset };
      linear(place, `${name}.attention.self.${which}`, WIDTH, which === 'query' ? QUESTION_SCALE : 1);
    }
    linear(layer.gathered, `${name}.attention.output.dense`, WIDTH);
    norm(layer.first, `${name}.attention.output.LayerNorm`);
    linear(layer.widened, `${name}.intermediate.dense`, WIDTH);
    linear(layer.narrowed, `${name}.output.dense`, INNER);
    norm(layer.second, `${name}.output.LayerNorm`);
  }
}

/** From one row for each column of the product, as the package has them, into panels of eight columns of whole numbers. */
function pack(rows: Float32Array, inner: number, to: Int16Array, sizes: Float32Array): void {
  for (let column = 0; column < rows.length / inner; column += 1) {
    const first = column * inner;
    let most = 1e-30;
    for (let i = first; i < first + inner; i += 1) most = Math.max(most, Math.abs(rows[i] ?? 0));
    const size = most / MOST_OF_COLUMN;
    const panel = (column - (column % PANEL)) * inner + (column % PANEL) * 2;
    for (let i = 0; i < inner; i += 1)
      to[panel + (i - (i % 2)) * PANEL + (i % 2)] = Math.round((rows[first + i] ?? 0) / size);
    sizes[column] = size;
  }
}

interface Place {
  readonly data_offsets: readonly [number, number];
}

/** A safetensors file: the length of a JSON header, the header, the numbers. */
function readTensors(file: Buffer): (name: string) => Float16Array {
  const length = Number(file.readBigUInt64LE(0));
  const header = new Map(Object.entries(JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, Place>));
  const numbers = file.subarray(8 + length);
  return (name) => {
    const place = header.get(name);
    if (!place) throw new Error(`the model's weights lack ${name}`);
    const [from, to] = place.data_offsets;
    return new Float16Array(Uint8Array.from(numbers.subarray(from, to)).buffer);
  };
}
