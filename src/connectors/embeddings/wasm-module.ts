/** Just enough of an assembler to write WebAssembly as expressions: a piece of code is the list of its bytes. */
export type Code = readonly number[];

/** A local variable of a function under construction. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

export interface WasmFunction {
  readonly name: string;
  /** How many parameters it has; each is an i32. */
  readonly parameters: number;
  readonly locals: readonly number[];
  readonly body: Code;
}

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const SIMD = 0xfd;

/** Writes one function without a result: `write` gets its parameters by name, and a source of further locals. */
export function wasmFunction<const P extends string>(
  name: string,
  parameters: readonly P[],
  write: (parameters: Readonly<Record<P, Local>>, more: Locals) => Code,
): WasmFunction {
  const locals: number[] = [];
  const take = (type: number): Local => localAt(parameters.length + locals.push(type) - 1);
  const named = Object.fromEntries(parameters.map((parameter, index) => [parameter, localAt(index)]));
  const more = { i32: () => take(I32), f32: () => take(F32), v128: () => take(V128) };
  const body = write(named as Record<P, Local>, more);
  return { name, parameters: parameters.length, locals, body };
}

export interface Locals {
  i32(): Local;
  f32(): Local;
  v128(): Local;
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
  of: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  subtract: (a: Code, b: Code): Code => [...a, ...b, 0x6b],
  multiply: (a: Code, b: Code): Code => [...a, ...b, 0x6c],
  isLess: (a: Code, b: Code): Code => [...a, ...b, 0x48],
  isEqual: (a: Code, b: Code): Code => [...a, ...b, 0x46],
  store: (at: Code, value: Code): Code => [...at, ...value, 0x36, 2, 0],
};

export const f32 = {
  of: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x92],
  subtract: (a: Code, b: Code): Code => [...a, ...b, 0x93],
  multiply: (a: Code, b: Code): Code => [...a, ...b, 0x94],
  divide: (a: Code, b: Code): Code => [...a, ...b, 0x95],
  max: (a: Code, b: Code): Code => [...a, ...b, 0x97],
  root: (a: Code): Code => [...a, 0x91],
  store: (at: Code, value: Code): Code => [...at, ...value, 0x38, 2, 0],
  fromInteger: (a: Code): Code => [...a, 0xb2],
};

/** Four floats at once. */
export const f32x4 = {
  splat: (value: Code): Code => [...value, ...simd(0x13)],
  all: (value: number): Code => f32x4.splat(f32.of(value)),
  load: (at: Code, offset = 0): Code => [...at, ...simd(0), 2, ...unsigned(offset)],
  loadSplat: (at: Code, offset = 0): Code => [...at, ...simd(9), 2, ...unsigned(offset)],
  store: (at: Code, value: Code, offset = 0): Code => [...at, ...value, ...simd(11), 2, ...unsigned(offset)],
  lane: (value: Code, lane: number): Code => [...value, ...simd(0x1f), lane],
  absolute: (a: Code): Code => [...a, ...simd(0xe0)],
  negative: (a: Code): Code => [...a, ...simd(0xe1)],
  add: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe4)],
  subtract: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe5)],
  multiply: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe6)],
  divide: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe7)],
  max: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xe9)],
  nearest: (a: Code): Code => [...a, ...simd(0x6a)],
  /** a · b + c, rounded once where the processor can. */
  multiplyAdd: (a: Code, b: Code, c: Code): Code => [...a, ...b, ...c, ...simd(0x105)],
  /** Two to the power of whole numbers from -126 to 127. */
  powerOfTwo: (a: Code): Code => [
    ...[...a, ...simd(0xf8)],
    ...[...i32.of(127), ...simd(0x11), ...simd(0xae)],
    ...[...i32.of(23), ...simd(0xab)],
  ],
  /** The sign of b on the size of a. */
  withSignOf: (a: Code, b: Code): Code => [
    ...[...a, ...b, ...i32.of(-2147483648), ...simd(0x11)],
    ...[...simd(0x4e), ...simd(0x50)],
  ],
};

/** Whole numbers: four of 32 bits, or eight of 16. */
export const i32x4 = {
  zero: (): Code => [...i32.of(0), ...simd(0x11)],
  add: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xae)],
  /** The products of eight pairs, added two by two. */
  dot: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xba)],
  toFloats: (a: Code): Code => [...a, ...simd(0xfa)],
  /** The first or the last eight of sixteen bytes. */
  widenLow: (a: Code): Code => [...a, ...simd(0x87)],
  widenHigh: (a: Code): Code => [...a, ...simd(0x88)],
  sum: (a: Code): Code =>
    [0, 1, 2, 3].map((lane): Code => [...a, ...simd(0x1b), lane]).reduce((before, lane) => i32.add(before, lane)),
  /** Two times four floats as eight numbers of 16 bits. */
  narrowed: (a: Code, b: Code): Code => [...a, ...simd(0xf8), ...b, ...simd(0xf8), ...simd(0x85)],
};

/** Does the body, and again as long as the condition holds after it. */
export function repeat(body: Code, condition: Code): Code {
  return [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];
}

export function when(condition: Code, body: Code): Code {
  return [...condition, 0x04, 0x40, ...body, 0x0b];
}

function localAt(index: number): Local {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
}

function functionBody({ locals, body }: WasmFunction): Code {
  const whole = [...vector(locals.map((type) => [1, type])), ...body, 0x0b];
  return [...unsigned(whole.length), ...whole];
}

function section(id: number, entries: readonly Code[]): Code {
  const content = vector(entries);
  return [id, ...unsigned(content.length), ...content];
}

function vector(entries: readonly Code[]): Code {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): Code {
  return vector([...new TextEncoder().encode(value)].map((byte) => [byte]));
}

function simd(operation: number): Code {
  return [SIMD, ...unsigned(operation)];
}

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
