/** The vectors of one partition in memory, a byte for each component, looked through as a whole for each question. */

/** `scan` of the kernel that is handed in: the products of a question with so many vectors. */
interface Kernel {
  scan(question: number, vectors: number, count: number, stride: number, products: number): void;
}
export interface ScanKernel {
  readonly module: WebAssembly.Module;
  readonly pages: { readonly initial: number; readonly maximum: number };
}

const PAGE = 65_536;
/** The memory holds the question, the products of so many vectors at once, and then the vectors. */
const PRODUCTS = 8_192;
const AT_ONCE = 8_192;
const VECTORS = PRODUCTS + AT_ONCE * 4;
const LARGEST_OF_QUESTION = 2_047;

export class VectorScan {
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #ids: number[] = [];
  readonly #places = new Map<number, number>();

  constructor({ module, pages }: ScanKernel, dimensions: number) {
    this.#memory = new WebAssembly.Memory({ ...pages, shared: true });
    this.#kernel = new WebAssembly.Instance(module, { env: { memory: this.#memory } }).exports as unknown as Kernel;
    this.#stride = Math.ceil(dimensions / 16) * 16;
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  add(id: number, code: Uint8Array): void {
    const place = this.#ids.push(id) - 1;
    this.#places.set(id, place);
    const needed = this.#at(place + 1) - this.#memory.buffer.byteLength;
    if (needed > 0)
      this.#memory.grow(Math.max(Math.ceil(needed / PAGE), Math.ceil(this.#memory.buffer.byteLength / PAGE / 2)));
    new Uint8Array(this.#memory.buffer, this.#at(place), this.#stride).set(code);
  }

  /** The last one takes its place. */
  remove(id: number): void {
    const place = this.#places.get(id);
    const last = this.#ids.pop();
    if (place === undefined || last === undefined) return;
    this.#places.delete(id);
    if (last === id) return;
    this.#ids[place] = last;
    this.#places.set(last, place);
    new Uint8Array(this.#memory.buffer).copyWithin(
      this.#at(place),
      this.#at(this.#ids.length),
      this.#at(this.#ids.length + 1),
    );
  }

  /** So many of those with the largest products. */
  nearest(question: Float32Array, count: number): number[] {
    const largest = question.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-30);
    const whole = new Int16Array(this.#memory.buffer, 0, this.#stride).fill(0);
    whole.set(Int16Array.from(question, (value) => Math.round((value * LARGEST_OF_QUESTION) / largest)));
    const products = new Int32Array(this.#memory.buffer, PRODUCTS, AT_ONCE);
    const best = new Best(count);
    for (let from = 0; from < this.#ids.length; from += AT_ONCE) {
      const some = Math.min(AT_ONCE, this.#ids.length - from);
      this.#kernel.scan(0, this.#at(from), some, this.#stride, PRODUCTS);
      for (let i = 0; i < some; i += 1) {
        const product = products[i] ?? 0;
        if (product > best.least) best.take(from + i, product);
      }
    }
    return best.places.map((place) => this.#ids[place] ?? 0);
  }

  #at(place: number): number {
    return VECTORS + place * this.#stride;
  }
}

/** The largest so far, in order. */
class Best {
  readonly places: number[] = [];
  readonly #products: number[] = [];
  readonly #count: number;
  least = -Infinity;

  constructor(count: number) {
    this.#count = count;
  }

  take(place: number, product: number): void {
    let at = this.#products.length;
    while (at > 0 && (this.#products[at - 1] ?? 0) < product) at -= 1;
    this.#products.splice(at, 0, product);
    this.places.splice(at, 0, place);
    if (this.places.length > this.#count) {
      this.places.pop();
      this.#products.pop();
    }
    if (this.places.length === this.#count) this.least = this.#products.at(-1) ?? -Infinity;
  }
}
