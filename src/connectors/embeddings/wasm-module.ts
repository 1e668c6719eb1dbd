/** Just enough of an assembler to write WebAssembly as expressions: a piece of code is the list of its bytes. */
export type WasmCode = readonly number[];

/** A local variable of a function under construction. */
export interface WasmLocal {
  readonly get: WasmCode;
  set(value: WasmCode): WasmCode;
}

export interface WasmFunction {
  readonly name: string;
  /** How many parameters it has; each is an i32. */
  readonly parameters: number;
  readonly locals: readonly number[];
  readonly body: WasmCode;
}

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const SIMD = 0xfd;

/** Writes one function without a result: `write` gets its parameters by name, and a source of further locals. */
export function wasmFunction<const P extends string>(
  name: string,
  parameters: readonly P[],
  write: (parameters: Readonly<Record<P, WasmLocal>>, more: LocalAllocator) => WasmCode,
): WasmFunction {
  const locals: number[] = [];
  const take = (type: number): WasmLocal => createLocal(parameters.length + locals.push(type) - 1);
  const named = Object.fromEntries(parameters.map((parameter, index) => [parameter, createLocal(index)]));
  const more = { i32: () => take(I32), f32: () => take(F32), v128: () => take(V128) };
  const body = write(named as Record<P, WasmLocal>, more);
  return { name, parameters: parameters.length, locals, body };
}

export interface LocalAllocator {
  i32(): WasmLocal;
  f32(): WasmLocal;
  v128(): WasmLocal;
}

/** The bytes of a module that works on a shared memory which it is given as `env.memory`. */
export function wasmModule(
  functions: readonly WasmFunction[],
  pages: { initial: number; maximum: number },
): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [I32])),
    0,
  ]);
  const memory = [...text('env'), ...text('memory'), 2, 3, ...unsigned(pages.initial), ...unsigned(pages.maximum)];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]),
    ),
    ...section(10, functions.map(functionBody)),
  ]);
}

export const i32 = {
  of: (value: number): WasmCode => [0x41, ...signed(value)],
  add: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x6a],
  subtract: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x6b],
  multiply: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x6c],
  isLess: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x48],
  isEqual: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x46],
  store: (at: WasmCode, value: WasmCode): WasmCode => [...at, ...value, 0x36, 2, 0],
};

export const f32 = {
  of: (value: number): WasmCode => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  add: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x92],
  subtract: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x93],
  multiply: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x94],
  divide: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x95],
  max: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, 0x97],
  root: (a: WasmCode): WasmCode => [...a, 0x91],
  store: (at: WasmCode, value: WasmCode): WasmCode => [...at, ...value, 0x38, 2, 0],
  fromInteger: (a: WasmCode): WasmCode => [...a, 0xb2],
};

/** Four floats at once. */
export const f32x4 = {
  splat: (value: WasmCode): WasmCode => [...value, ...simd(0x13)],
  all: (value: number): WasmCode => f32x4.splat(f32.of(value)),
  load: (at: WasmCode, offset = 0): WasmCode => [...at, ...simd(0), 2, ...unsigned(offset)],
  loadSplat: (at: WasmCode, offset = 0): WasmCode => [...at, ...simd(9), 2, ...unsigned(offset)],
  store: (at: WasmCode, value: WasmCode, offset = 0): WasmCode => [
    ...at,
    ...value,
    ...simd(11),
    2,
    ...unsigned(offset),
  ],
  lane: (value: WasmCode, lane: number): WasmCode => [...value, ...simd(0x1f), lane],
  absolute: (a: WasmCode): WasmCode => [...a, ...simd(0xe0)],
  negative: (a: WasmCode): WasmCode => [...a, ...simd(0xe1)],
  add: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xe4)],
  subtract: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xe5)],
  multiply: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xe6)],
  divide: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xe7)],
  max: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xe9)],
  nearest: (a: WasmCode): WasmCode => [...a, ...simd(0x6a)],
  /** a · b + c, rounded once where the processor can. */
  multiplyAdd: (a: WasmCode, b: WasmCode, c: WasmCode): WasmCode => [...a, ...b, ...c, ...simd(0x105)],
  /** Two to the power of whole numbers from -126 to 127. */
  powerOfTwo: (a: WasmCode): WasmCode => [
    ...[...a, ...simd(0xf8)],
    ...[...i32.of(127), ...simd(0x11), ...simd(0xae)],
    ...[...i32.of(23), ...simd(0xab)],
  ],
  /** The sign of b on the size of a. */
  withSignOf: (a: WasmCode, b: WasmCode): WasmCode => [
    ...[...a, ...b, ...i32.of(-2147483648), ...simd(0x11)],
    ...[...simd(0x4e), ...simd(0x50)],
  ],
};

/** Whole numbers: four of 32 bits, or eight of 16. */
export const i32x4 = {
  zero: (): WasmCode => [...i32.of(0), ...simd(0x11)],
  add: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xae)],
  /** The products of eight pairs, added two by two. */
  dot: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...b, ...simd(0xba)],
  toFloats: (a: WasmCode): WasmCode => [...a, ...simd(0xfa)],
  /** The first or the last eight of sixteen bytes. */
  widenLow: (a: WasmCode): WasmCode => [...a, ...simd(0x87)],
  widenHigh: (a: WasmCode): WasmCode => [...a, ...simd(0x88)],
  sum: (a: WasmCode): WasmCode =>
    [0, 1, 2, 3].map((lane): WasmCode => [...a, ...simd(0x1b), lane]).reduce((before, lane) => i32.add(before, lane)),
  /** Two times four floats as eight numbers of 16 bits. */
  narrowed: (a: WasmCode, b: WasmCode): WasmCode => [...a, ...simd(0xf8), ...b, ...simd(0xf8), ...simd(0x85)],
};

/** Does the body, and again as long as the condition holds after it. */
export function repeat(body: WasmCode, condition: WasmCode): WasmCode {
  return [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];
}

export function when(condition: WasmCode, body: WasmCode): WasmCode {
  return [...condition, 0x04, 0x40, ...body, 0x0b];
}

function createLocal(index: number): WasmLocal {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
}

function functionBody({ locals, body }: WasmFunction): WasmCode {
  const whole = [...vector(locals.map((type) => [1, type])), ...body, 0x0b];
  return [...unsigned(whole.length), ...whole];
}

function section(id: number, entries: readonly WasmCode[]): WasmCode {
  const content = vector(entries);
  return [id, ...unsigned(content.length), ...content];
}

function vector(entries: readonly WasmCode[]): WasmCode {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): WasmCode {
  return vector([...new TextEncoder().encode(value)].map((byte) => [byte]));
}

function simd(operation: number): WasmCode {
  return [SIMD, ...unsigned(operation)];
}

function unsigned(value: number): WasmCode {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): WasmCode {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
