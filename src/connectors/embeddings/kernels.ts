/** The arithmetic of the model, four floats at a time. It is written as WebAssembly, so it runs on any processor. */
import { multiply, multiplyWhole } from './products.ts';
import { f32, f32x4, i32, i32x4, repeat, wasmFunction, wasmModule } from './wasm-module.ts';
import type { WasmCode, LocalAllocator, WasmFunction } from './wasm-module.ts';

/** How large whole numbers may be, so that 1,536 products of them never pass 31 bits. */
const MOST_OF_ROW = 2_047;
export const MOST_OF_COLUMN = 511;

/** Strides are in bytes, and `columns` is a multiple of eight. */
type Factors = [
  ...[a: number, aStride: number, b: number, bias: number, c: number, cStride: number],
  ...[rows: number, inner: number, columns: number],
];

export interface MatrixKernels {
  /** c = a · b + bias. `b` is laid out in panels of eight columns, row after row. `inner` is a multiple of four. */
  multiply(...factors: Factors): void;
  /**
   * The same for whole numbers of 16 bits, of which one is as large as the sizes say. `b` is laid out in panels of eight
   * columns, two rows at a time. `inner` is a multiple of eight.
   */
  multiplyWhole(...factors: [...Factors, rowSizes: number, columnSizes: number]): void;
  /** Rows of floats as whole numbers, with the size of one for each row. `width` is a multiple of eight. */
  quantise(x: number, to: number, sizes: number, rows: number, width: number): void;
  /** x = x / 2 · (1 + erf(x / √2)) for so many floats, a multiple of four. */
  gelu(x: number, count: number): void;
  /** Makes rows of shares whose sum is one. `width` is a multiple of four. */
  softmax(x: number, rows: number, width: number): void;
  /** x = norm(x + added) · scale + shift, by rows of so many floats. */
  normalise(x: number, added: number, scale: number, shift: number, rows: number, width: number): void;
}

export function openKernels(memory: WebAssembly.Memory, pages: { initial: number; maximum: number }): MatrixKernels {
  const module = new WebAssembly.Module(
    wasmModule([multiply(), quantise(), multiplyWhole(), gelu(), softmax(), normalise()], pages),
  );
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as MatrixKernels;
}

function quantise(): WasmFunction {
  return wasmFunction('quantise', ['x', 'to', 'sizes', 'rows', 'width'], ({ x, to, sizes, rows, width }, more) => {
    const [at, end, most, one, factor] = [more.i32(), more.i32(), more.v128(), more.f32(), more.v128()];
    const scaled = (offset: number): WasmCode => f32x4.nearest(f32x4.multiply(f32x4.load(x.get, offset), factor.get));
    return repeat(
      [
        ...end.set(i32.add(x.get, i32.multiply(width.get, i32.of(4)))),
        ...at.set(x.get),
        // Rows of nothing but zeros have a size too, which nothing is divided by in vain.
        ...most.set(f32x4.all(1e-30)),
        ...repeat(
          [
            ...most.set(f32x4.max(most.get, f32x4.absolute(f32x4.load(at.get)))),
            ...at.set(i32.add(at.get, i32.of(16))),
          ],
          i32.isLess(at.get, end.get),
        ),
        ...one.set(f32.divide(acrossLanes(most.get, f32.max), f32.of(MOST_OF_ROW))),
        ...f32.store(sizes.get, one.get),
        ...factor.set(f32x4.splat(f32.divide(f32.of(1), one.get))),
        ...repeat(
          [
            ...f32x4.store(to.get, i32x4.narrowed(scaled(0), scaled(16))),
            ...x.set(i32.add(x.get, i32.of(32))),
            ...to.set(i32.add(to.get, i32.of(16))),
          ],
          i32.isLess(x.get, end.get),
        ),
        ...sizes.set(i32.add(sizes.get, i32.of(4))),
        ...rows.set(i32.subtract(rows.get, i32.of(1))),
      ],
      i32.isLess(i32.of(0), rows.get),
    );
  });
}

function gelu(): WasmFunction {
  return wasmFunction('gelu', ['x', 'count'], ({ x, count }, more) => {
    const [end, value, size, t] = [more.i32(), more.v128(), more.v128(), more.v128()];
    // Abramowitz and Stegun 7.1.26, off by at most 1.5e-7.
    const polynomial = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
      .map(f32x4.all)
      .reduce((sum, coefficient) => f32x4.multiplyAdd(sum, t.get, coefficient));
    const erf = (exponential: WasmCode): WasmCode =>
      f32x4.subtract(f32x4.all(1), f32x4.multiply(f32x4.multiply(polynomial, t.get), exponential));
    const exponential = emitExponential(f32x4.negative(f32x4.multiply(size.get, size.get)), more);
    return [
      ...end.set(i32.add(x.get, i32.multiply(count.get, i32.of(4)))),
      ...repeat(
        [
          ...value.set(f32x4.load(x.get)),
          ...size.set(f32x4.multiply(f32x4.absolute(value.get), f32x4.all(Math.SQRT1_2))),
          ...t.set(f32x4.divide(f32x4.all(1), f32x4.multiplyAdd(size.get, f32x4.all(0.3275911), f32x4.all(1)))),
          ...exponential.before,
          ...f32x4.store(
            x.get,
            f32x4.multiply(
              f32x4.multiply(value.get, f32x4.all(0.5)),
              f32x4.add(f32x4.all(1), f32x4.withSignOf(erf(exponential.value), value.get)),
            ),
          ),
          ...x.set(i32.add(x.get, i32.of(16))),
        ],
        i32.isLess(x.get, end.get),
      ),
    ];
  });
}

function softmax(): WasmFunction {
  return wasmFunction('softmax', ['x', 'rows', 'width'], ({ x, rows, width }, more) => {
    const [at, end, most, sum, share] = [more.i32(), more.i32(), more.v128(), more.v128(), more.v128()];
    const exponential = emitExponential(f32x4.subtract(f32x4.load(at.get), most.get), more);
    const overRow = (body: WasmCode): WasmCode => [
      ...at.set(x.get),
      ...repeat([...body, ...at.set(i32.add(at.get, i32.of(16)))], i32.isLess(at.get, end.get)),
    ];
    return repeat(
      [
        ...end.set(i32.add(x.get, i32.multiply(width.get, i32.of(4)))),
        ...most.set(f32x4.load(x.get)),
        ...overRow(most.set(f32x4.max(most.get, f32x4.load(at.get)))),
        ...most.set(f32x4.splat(acrossLanes(most.get, f32.max))),
        ...sum.set(f32x4.all(0)),
        ...overRow([
          ...exponential.before,
          ...share.set(exponential.value),
          ...sum.set(f32x4.add(sum.get, share.get)),
          ...f32x4.store(at.get, share.get),
        ]),
        ...share.set(f32x4.splat(f32.divide(f32.of(1), acrossLanes(sum.get, f32.add)))),
        ...overRow(f32x4.store(at.get, f32x4.multiply(f32x4.load(at.get), share.get))),
        ...x.set(end.get),
        ...rows.set(i32.subtract(rows.get, i32.of(1))),
      ],
      i32.isLess(i32.of(0), rows.get),
    );
  });
}

function normalise(): WasmFunction {
  const names = ['x', 'added', 'scale', 'shift', 'rows', 'width'] as const;
  return wasmFunction('normalise', names, ({ x, added, scale, shift, rows, width }, more) => {
    const [at, bytes, value, sum, squares] = [more.i32(), more.i32(), more.v128(), more.v128(), more.v128()];
    const [mean, spread] = [more.f32(), more.f32()];
    const beside = (start: WasmCode): WasmCode => i32.add(start, at.get);
    const overRow = (body: WasmCode): WasmCode => [
      ...at.set(i32.of(0)),
      ...repeat([...body, ...at.set(i32.add(at.get, i32.of(16)))], i32.isLess(at.get, bytes.get)),
    ];
    const average = (of: WasmCode): WasmCode => f32.divide(acrossLanes(of, f32.add), f32.fromInteger(width.get));
    return [
      ...bytes.set(i32.multiply(width.get, i32.of(4))),
      ...repeat(
        [
          ...sum.set(f32x4.all(0)),
          ...overRow([
            ...value.set(f32x4.add(f32x4.load(beside(x.get)), f32x4.load(beside(added.get)))),
            ...sum.set(f32x4.add(sum.get, value.get)),
            ...f32x4.store(beside(x.get), value.get),
          ]),
          ...mean.set(average(sum.get)),
          ...squares.set(f32x4.all(0)),
          ...overRow([
            ...value.set(f32x4.subtract(f32x4.load(beside(x.get)), f32x4.splat(mean.get))),
            ...squares.set(f32x4.multiplyAdd(value.get, value.get, squares.get)),
            ...f32x4.store(beside(x.get), value.get),
          ]),
          ...spread.set(f32.divide(f32.of(1), f32.root(f32.add(average(squares.get), f32.of(1e-12))))),
          ...overRow([
            ...value.set(f32x4.multiply(f32x4.load(beside(x.get)), f32x4.splat(spread.get))),
            ...f32x4.store(
              beside(x.get),
              f32x4.multiplyAdd(value.get, f32x4.load(beside(scale.get)), f32x4.load(beside(shift.get))),
            ),
          ]),
          ...x.set(i32.add(x.get, bytes.get)),
          ...added.set(i32.add(added.get, bytes.get)),
          ...rows.set(i32.subtract(rows.get, i32.of(1))),
        ],
        i32.isLess(i32.of(0), rows.get),
      ),
    ];
  });
}

/** e to the power of something that is not positive: as a power of two and a polynomial for the rest. */
function emitExponential(
  power: WasmCode,
  more: LocalAllocator,
): { readonly before: WasmCode; readonly value: WasmCode } {
  const [whole, rest] = [more.v128(), more.v128()];
  const polynomial = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1]
    .map(f32x4.all)
    .reduce((sum, coefficient) => f32x4.multiplyAdd(sum, rest.get, coefficient));
  return {
    before: [
      ...rest.set(f32x4.max(power, f32x4.all(-87))),
      ...whole.set(f32x4.nearest(f32x4.multiply(rest.get, f32x4.all(Math.LOG2E)))),
      ...rest.set(f32x4.multiplyAdd(whole.get, f32x4.all(-Math.LN2), rest.get)),
    ],
    value: f32x4.multiply(polynomial, f32x4.powerOfTwo(whole.get)),
  };
}

function acrossLanes(value: WasmCode, combine: (a: WasmCode, b: WasmCode) => WasmCode): WasmCode {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((lane) => f32x4.lane(value, lane));
  return combine(combine(first ?? [], second ?? []), combine(third ?? [], fourth ?? []));
}
