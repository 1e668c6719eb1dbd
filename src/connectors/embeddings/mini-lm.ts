/** MiniLM's six layers over the weights as they come in their package: pieces of texts in, one vector for each text out. */
import type { MatrixKernels } from './kernels.ts';
import { PANEL } from './products.ts';

export const LAYERS = 6;
export const WIDTH = 384;
const HEADS = 12;
const HEAD = WIDTH / HEADS;
const INNER = 4 * WIDTH;
const FLOAT = 4;
/** Rows that go through a layer together: as many as stay near the processor beside the weights that they meet. */
const BLOCK = 192;
export const MOST_PIECES = 256;
/** How many pieces of texts are worked on at once. */
export const MOST_AT_ONCE = 2 * MOST_PIECES;

/** Where a linear layer's weights, the sizes of their columns, and its bias lie. */
export interface LinearOffsets {
  readonly weights: number;
  readonly sizes: number;
  readonly bias: number;
}
export interface NormOffsets {
  readonly scale: number;
  readonly shift: number;
}
export interface LayerOffsets {
  readonly attention: LinearOffsets;
  readonly gathered: LinearOffsets;
  readonly first: NormOffsets;
  readonly widened: LinearOffsets;
  readonly narrowed: LinearOffsets;
  readonly second: NormOffsets;
}
/** Where everything lies in the memory, in bytes. */
export interface WeightsLayout {
  readonly words: number;
  readonly places: number;
  readonly norm: NormOffsets;
  readonly layers: readonly LayerOffsets[];
  readonly zeros: number;
  readonly end: number;
}

/** What one thread needs beside the weights: the numbers under way, by what they are and how many there are. */
const SCRATCH = {
  state: MOST_AT_ONCE * WIDTH,
  other: MOST_AT_ONCE * WIDTH,
  heads: MOST_AT_ONCE * 3 * WIDTH,
  inner: MOST_AT_ONCE * INNER,
  whole: (MOST_AT_ONCE * INNER) / 2,
  wholeSizes: MOST_AT_ONCE,
  scores: MOST_PIECES * (MOST_PIECES + PANEL),
  keys: HEAD * (MOST_PIECES + PANEL),
  values: HEAD * (MOST_PIECES + PANEL),
};
export const SCRATCH_BYTES = Object.values(SCRATCH).reduce((sum, count) => sum + count * FLOAT, 0);

export class MiniLm {
  readonly #kernels: MatrixKernels;
  readonly #layout: WeightsLayout;
  readonly #floats: Float32Array;
  readonly #halves: Float16Array;
  /** Where the numbers under way lie. */
  readonly #at: Readonly<Record<keyof typeof SCRATCH, number>>;

  constructor(memory: WebAssembly.Memory, kernels: MatrixKernels, layout: WeightsLayout, scratch: number) {
    this.#kernels = kernels;
    this.#layout = layout;
    this.#floats = new Float32Array(memory.buffer);
    this.#halves = new Float16Array(memory.buffer);
    let at = scratch;
    const place = (count: number): number => (at += count * FLOAT) - count * FLOAT;
    const places = Object.entries(SCRATCH).map(([name, count]) => [name, place(count)]);
    this.#at = Object.fromEntries(places) as Record<keyof typeof SCRATCH, number>;
  }

  /** The texts have at most MOST_AT_ONCE pieces together. Nothing is filled up: they only meet in the linear layers. */
  embed(texts: readonly (readonly number[])[]): Float32Array[] {
    const rows = texts.reduce((sum, { length }) => sum + length, 0);
    this.#look(texts);
    for (const layer of this.#layout.layers) this.#pass(layer, texts, rows);
    let row = 0;
    return texts.map(({ length }) => this.#mean((row += length) - length, length));
  }

  #look(texts: readonly (readonly number[])[]): void {
    const { words, places, norm } = this.#layout;
    const floats = this.#floats;
    const halves = this.#halves;
    let to = this.#at.state / FLOAT;
    let rows = 0;
    for (const pieces of texts)
      for (const [place, piece] of pieces.entries()) {
        const word = words / 2 + piece * WIDTH;
        const there = places / FLOAT + place * WIDTH;
        for (let i = 0; i < WIDTH; i += 1) floats[to + i] = (halves[word + i] ?? 0) + (floats[there + i] ?? 0);
        to += WIDTH;
        rows += 1;
      }
    floats.fill(0, this.#at.other / FLOAT, this.#at.other / FLOAT + rows * WIDTH);
    this.#kernels.normalise(this.#at.state, this.#at.other, norm.scale, norm.shift, rows, WIDTH);
  }

  #pass(layer: LayerOffsets, texts: readonly (readonly number[])[], rows: number): void {
    const { state, other, heads, inner } = this.#at;
    this.#linear(layer.attention, state, WIDTH, heads, 3 * WIDTH, rows);
    let row = 0;
    for (const { length } of texts) {
      this.#attend(row, length);
      row += length;
    }
    this.#linear(layer.gathered, other, WIDTH, inner, WIDTH, rows);
    this.#kernels.normalise(state, inner, layer.first.scale, layer.first.shift, rows, WIDTH);
    this.#linear(layer.widened, state, WIDTH, inner, INNER, rows);
    this.#kernels.gelu(inner, rows * INNER);
    this.#linear(layer.narrowed, inner, INNER, other, WIDTH, rows);
    this.#kernels.normalise(state, other, layer.second.scale, layer.second.shift, rows, WIDTH);
  }

  #linear(
    { weights, sizes, bias }: LinearOffsets,
    ...[from, width, to, columns, rows]: readonly [number, number, number, number, number]
  ): void {
    const { whole, wholeSizes } = this.#at;
    this.#kernels.quantise(from, whole, wholeSizes, rows, width);
    for (let row = 0; row < rows; row += BLOCK) {
      const count = Math.min(BLOCK, rows - row);
      const c = to + row * columns * FLOAT;
      this.#kernels.multiplyWhole(
        ...([whole + row * width * 2, width * 2, weights, bias, c, columns * FLOAT] as const),
        ...([count, width, columns, wholeSizes + row * FLOAT, sizes] as const),
      );
    }
  }

  #attend(row: number, count: number): void {
    const { other, heads, scores, keys, values } = this.#at;
    const kernels = this.#kernels;
    const { zeros } = this.#layout;
    const stride = 3 * WIDTH * FLOAT;
    const width = Math.ceil(count / PANEL) * PANEL;
    for (let head = 0; head < HEADS; head += 1) {
      const questions = heads + row * stride + head * HEAD * FLOAT;
      const to = other + (row * WIDTH + head * HEAD) * FLOAT;
      this.#pack(questions / FLOAT, count, width);
      kernels.multiply(questions, stride, keys, zeros, scores, width * FLOAT, count, HEAD, width);
      this.#hide(count, width);
      kernels.softmax(scores, count, width);
      kernels.multiply(scores, width * FLOAT, values, zeros, to, WIDTH * FLOAT, count, width, HEAD);
    }
  }

  /** Lays out a head's keys by columns and its values by rows, with nothing where there is no piece. */
  #pack(questions: number, count: number, width: number): void {
    const floats = this.#floats;
    const keys = this.#at.keys / FLOAT;
    const values = this.#at.values / FLOAT;
    for (let piece = 0; piece < width; piece += 1) {
      const key = questions + piece * 3 * WIDTH + WIDTH;
      const panel = keys + (piece - (piece % PANEL)) * HEAD + (piece % PANEL);
      for (let i = 0; i < HEAD; i += 1) {
        const value = values + (i - (i % PANEL)) * width + piece * PANEL + (i % PANEL);
        floats[panel + i * PANEL] = piece < count ? (floats[key + i] ?? 0) : 0;
        floats[value] = piece < count ? (floats[key + WIDTH + i] ?? 0) : 0;
      }
    }
  }

  #hide(count: number, width: number): void {
    const scores = this.#at.scores / FLOAT;
    for (let row = 0; row < count; row += 1)
      this.#floats.fill(-1e30, scores + row * width + count, scores + (row + 1) * width);
  }

  /** The mean of a text's pieces, of length one. */
  #mean(row: number, count: number): Float32Array {
    const mean = new Float32Array(WIDTH);
    const from = this.#at.state / FLOAT + row * WIDTH;
    for (let piece = 0; piece < count; piece += 1)
      for (let i = 0; i < WIDTH; i += 1) mean[i] = (mean[i] ?? 0) + (this.#floats[from + piece * WIDTH + i] ?? 0);
    const length = Math.hypot(...mean);
    return mean.map((value) => value / length);
  }
}
