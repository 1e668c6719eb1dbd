/** Products of matrices as WebAssembly, of floats and of whole numbers: nearly all that the model does. */
import {
  f32x4,
  i32,
  i32x4,
  repeat,
  wasmFunction,
  when,
  type LocalAllocator,
  type WasmCode,
  type WasmLocal,
  type WasmFunction,
} from './wasm-module.ts';

/** A product's columns are worked out eight at a time, and its second factor is laid out by them. */
export const PANEL = 8;
/** How often the innermost step is written out before it is repeated. */
const STEPS = 4;
/** What one step takes of each factor: a float or two whole numbers of a row, and as much of eight columns. */
const A_STEP = 4;
const B_STEP = PANEL * A_STEP;

/** What differs between floats and whole numbers. */
interface Arithmetic {
  readonly bytes: number;
  /** How many rows a tile has: their sums, with the factors, are what the sixteen registers of common processors hold. */
  readonly height: number;
  readonly begin: (bias: WasmCode) => WasmCode;
  readonly add: (factor: WasmCode, other: WasmCode, sum: WasmCode) => WasmCode;
  /** `sizes` gives what one means: in the row, and in the columns. */
  readonly end: (sum: WasmCode, rowSize: WasmCode, columnSizes: WasmCode, bias: WasmCode) => WasmCode;
}

const FLOATS: Arithmetic = { bytes: 4, height: 6, begin: (bias) => bias, add: f32x4.multiplyAdd, end: (sum) => sum };
const WHOLE: Arithmetic = {
  bytes: 2,
  height: 4,
  begin: () => i32x4.zero(),
  add: (factor, other, sum) => i32x4.add(sum, i32x4.dot(factor, other)),
  end: (sum, rowSize, columnSizes, bias) =>
    f32x4.multiplyAdd(f32x4.multiply(i32x4.toFloats(sum), rowSize), columnSizes, bias),
};

export const multiply = (): WasmFunction => product('multiply', FLOATS);
export const multiplyWhole = (): WasmFunction => product('multiplyWhole', WHOLE);

const PARAMETERS = [
  ...(['a', 'aStride', 'b', 'bias', 'c', 'cStride'] as const),
  ...(['rows', 'inner', 'columns', 'rowSizes', 'columnSizes'] as const),
];

interface Line {
  readonly at: WasmLocal;
  readonly sums: readonly { readonly sum: WasmLocal; readonly other: WasmLocal; readonly offset: number }[];
}

type ProductParameters = Readonly<Record<(typeof PARAMETERS)[number], WasmLocal>>;

/** The locals of a product. */
interface ProductLocals {
  /** The rows that are left, and where the present one begins in each matrix. */
  readonly left: WasmLocal;
  readonly aRow: WasmLocal;
  readonly cRow: WasmLocal;
  readonly sizeRow: WasmLocal;
  /** The place in the panel, its end and its size. */
  readonly at: WasmLocal;
  readonly last: WasmLocal;
  readonly panelBytes: WasmLocal;
  readonly factor: WasmLocal;
  readonly halves: readonly { readonly other: WasmLocal; readonly offset: number }[];
  readonly lines: readonly Line[];
}

function allocateLocals(more: LocalAllocator, height: number): ProductLocals {
  const [left, aRow, cRow, sizeRow] = [more.i32(), more.i32(), more.i32(), more.i32()];
  const [at, last, panelBytes] = [more.i32(), more.i32(), more.i32()];
  const factor = more.v128();
  const halves = [0, 16].map((offset) => ({ other: more.v128(), offset }));
  const lines = Array.from({ length: height }, (): Line => ({
    at: more.i32(),
    sums: halves.map((half) => ({ sum: more.v128(), ...half })),
  }));
  return { left, aRow, cRow, sizeRow, at, last, panelBytes, factor, halves, lines };
}

const advance = (local: WasmLocal, by: WasmCode): WasmCode => local.set(i32.add(local.get, by));

/** Goes through the panels of the second factor, and through all rows for each. */
function product(name: string, arithmetic: Arithmetic): WasmFunction {
  return wasmFunction(name, PARAMETERS, (of, more) => {
    const { a, b, bias, c, rows, inner, columns, rowSizes, columnSizes } = of;
    const locals = allocateLocals(more, arithmetic.height);
    const { left, aRow, cRow, sizeRow, panelBytes } = locals;
    return [
      ...panelBytes.set(i32.multiply(inner.get, i32.of(PANEL * arithmetic.bytes))),
      ...repeat(
        [
          ...left.set(rows.get),
          ...aRow.set(a.get),
          ...cRow.set(c.get),
          ...sizeRow.set(rowSizes.get),
          ...multiplyRows(arithmetic, of, locals),
          ...advance(b, panelBytes.get),
          ...[bias, columnSizes, c].flatMap((local) => advance(local, i32.of(PANEL * 4))),
          ...advance(columns, i32.of(-PANEL)),
        ],
        i32.isLess(i32.of(0), columns.get),
      ),
    ];
  });
}

/** The rows of one panel: whole tiles, then one smaller tile for the rest. */
function multiplyRows(arithmetic: Arithmetic, of: ProductParameters, locals: ProductLocals): WasmCode {
  const { height } = arithmetic;
  const { aStride, cStride } = of;
  const { left, aRow, cRow, sizeRow, lines } = locals;
  const isWholeTileLeft = i32.isLess(i32.of(height - 1), left.get);
  return [
    ...when(
      isWholeTileLeft,
      repeat(
        [
          ...multiplyTile(arithmetic, of, locals, lines),
          ...advance(aRow, i32.multiply(aStride.get, i32.of(height))),
          ...advance(cRow, i32.multiply(cStride.get, i32.of(height))),
          ...advance(sizeRow, i32.of(height * 4)),
          ...advance(left, i32.of(-height)),
        ],
        isWholeTileLeft,
      ),
    ),
    ...lines
      .slice(1)
      .flatMap((_, rest) =>
        when(i32.isEqual(left.get, i32.of(rest + 1)), multiplyTile(arithmetic, of, locals, lines.slice(0, rest + 1))),
      ),
  ];
}

/** As many rows as there are lines, for one panel. */
function multiplyTile(
  arithmetic: Arithmetic,
  { aStride, b, bias, cStride, columnSizes }: ProductParameters,
  locals: ProductLocals,
  used: readonly Line[],
): WasmCode {
  const { begin, end } = arithmetic;
  const { aRow, cRow, sizeRow, at, last, panelBytes } = locals;
  return [
    ...used.flatMap((line, index) => [
      ...line.at.set(i32.add(aRow.get, i32.multiply(aStride.get, i32.of(index)))),
      ...line.sums.flatMap(({ sum, offset }) => sum.set(begin(f32x4.load(bias.get, offset)))),
    ]),
    ...at.set(b.get),
    ...last.set(i32.add(b.get, panelBytes.get)),
    ...repeat(
      [
        ...Array.from({ length: STEPS }, (_, index) => addStep(arithmetic, locals, index, used)).flat(),
        ...used.flatMap((line) => advance(line.at, i32.of(STEPS * A_STEP))),
        ...advance(at, i32.of(STEPS * B_STEP)),
      ],
      i32.isLess(at.get, last.get),
    ),
    ...used.flatMap((line, index) =>
      line.sums.flatMap(({ sum, offset }) => {
        const [rowSize, sizes] = [f32x4.loadSplat(sizeRow.get, index * 4), f32x4.load(columnSizes.get, offset)];
        const place = i32.add(cRow.get, i32.multiply(cStride.get, i32.of(index)));
        return f32x4.store(place, end(sum.get, rowSize, sizes, f32x4.load(bias.get, offset)), offset);
      }),
    ),
  ];
}

/** Adds one product to each sum of a tile. */
function addStep(
  { add }: Arithmetic,
  { at, factor, halves }: ProductLocals,
  index: number,
  used: readonly Line[],
): WasmCode {
  return [
    ...halves.flatMap(({ other, offset }) => other.set(f32x4.load(at.get, index * B_STEP + offset))),
    ...used.flatMap((line) => [
      ...factor.set(f32x4.loadSplat(line.at.get, index * A_STEP)),
      ...line.sums.flatMap(({ sum, other }) => sum.set(add(factor.get, other.get, sum.get))),
    ]),
  ];
}
