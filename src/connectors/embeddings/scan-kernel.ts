/** The products of one vector with many, of bytes, as WebAssembly: what a search looks through is as quick as memory is. */
import { f32x4, i32, i32x4, repeat, wasmFunction, wasmModule } from './wasm-module.ts';

const PAGES = { initial: 2, maximum: 16_384 };

/**
 * `scan(question, vectors, count, stride, products)`: the question is of 16 bits, the vectors of eight, one after the other;
 * their length is a multiple of sixteen.
 */
export function scanKernel() {
  const names = ['question', 'vectors', 'count', 'stride', 'products'] as const;
  const scan = wasmFunction('scan', names, ({ question, vectors, count, stride, products }, more) => {
    const [at, asked, end] = [more.i32(), more.i32(), more.i32()];
    const [bytes, sum] = [more.v128(), more.v128()];
    return repeat(
      [
        ...at.set(vectors.get),
        ...asked.set(question.get),
        ...end.set(i32.add(vectors.get, stride.get)),
        ...sum.set(i32x4.zero()),
        ...repeat(
          [
            ...bytes.set(f32x4.load(at.get)),
            ...sum.set(i32x4.add(sum.get, i32x4.dot(i32x4.widenLow(bytes.get), f32x4.load(asked.get)))),
            ...sum.set(i32x4.add(sum.get, i32x4.dot(i32x4.widenHigh(bytes.get), f32x4.load(asked.get, 16)))),
            ...at.set(i32.add(at.get, i32.of(16))),
            ...asked.set(i32.add(asked.get, i32.of(32))),
          ],
          i32.isLess(at.get, end.get),
        ),
        ...i32.store(products.get, i32x4.sum(sum.get)),
        ...products.set(i32.add(products.get, i32.of(4))),
        ...vectors.set(end.get),
        ...count.set(i32.subtract(count.get, i32.of(1))),
      ],
      i32.isLess(i32.of(0), count.get),
    );
  });
  return { module: new WebAssembly.Module(wasmModule([scan], PAGES)), pages: PAGES };
}
