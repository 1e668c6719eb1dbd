/** Just enough of an assembler to write a seccomp filter: rules about system calls become a BPF program. */

/** What of one argument makes a rule apply. The kernel reads these arguments as 32 bits, so only those are compared. */
export type ArgumentCondition =
  | { readonly argument: number; readonly anyBit: number }
  | { readonly argument: number; readonly oneOf: readonly number[] }
  | { readonly argument: number; readonly noneOf: readonly number[] };

export interface SeccompRule {
  readonly call: number;
  /** What the call is answered with where the rule applies. */
  readonly errno: number;
  /** All must hold. */
  readonly when: readonly ArgumentCondition[];
}

export interface SeccompArchitecture {
  /** The kernel's name for the processor (AUDIT_ARCH_…). A call by any other convention ends the process. */
  readonly audit: number;
  /** From this number on calls belong to another convention (x32), or are newer than this filter. */
  readonly callsEnd: number;
}

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const FAIL_WITH = 0x00050000;
const KILL_PROCESS = 0x80000000;

// struct seccomp_data: the call's number, the processor, the instruction pointer, then six arguments of 64 bits.
const CALL = 0;
const PROCESSOR = 4;
const toArgumentOffset = (argument: number): number => 16 + argument * 8;

const ENOSYS = 38;

export function seccompProgram(machine: SeccompArchitecture, rules: readonly SeccompRule[]): Buffer {
  return encode([
    [LOAD, 0, 0, PROCESSOR],
    [IF_EQUAL, 1, 0, machine.audit],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, CALL],
    [IF_AT_LEAST, 0, 1, machine.callsEnd],
    [RETURN, 0, 0, FAIL_WITH | ENOSYS],
    ...rules.flatMap(compile),
    [RETURN, 0, 0, ALLOW],
  ]);
}

function compile({ call, errno, when }: SeccompRule): Instruction[] {
  // Built from its end: a condition that does not hold jumps over everything behind it, to the next rule.
  let body: Instruction[] = [[RETURN, 0, 0, FAIL_WITH | errno]];
  for (const condition of when.toReversed()) body = [...test(condition, body.length), ...body];
  // Another rule can be about the same call, so its number is loaded again.
  if (when.length > 0) body.push([LOAD, 0, 0, CALL]);
  return [[IF_EQUAL, 0, body.length, call], ...body];
}

/** Goes on behind itself when the condition holds, and `over` instructions further when it does not. */
function test(condition: ArgumentCondition, over: number): Instruction[] {
  const load: Instruction = [LOAD, 0, 0, toArgumentOffset(condition.argument)];
  if ('anyBit' in condition) return [load, [IF_ANY_BIT, 0, over, condition.anyBit]];
  const values = 'oneOf' in condition ? condition.oneOf : condition.noneOf;
  const comparisons = values.map((value, at): Instruction => {
    const left = values.length - 1 - at;
    if ('noneOf' in condition) return [IF_EQUAL, left + over, 0, value];
    return [IF_EQUAL, left, left === 0 ? over : 0, value];
  });
  return [load, ...comparisons];
}

/** As the kernel's struct sock_filter, on the little-endian machines that this is for. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, whenTrue, whenFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(whenTrue, at * 8 + 2);
    bytes.writeUInt8(whenFalse, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}
