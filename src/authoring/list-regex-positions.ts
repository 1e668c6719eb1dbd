/** A regular expression as the places in it that take a character, and in how many ways one leads to the next. */
import { RegExpParser, type AST } from '@eslint-community/regexpp';

const MAX_PLACES = 200;
const MAX_STEPS = 50_000;
/** A repetition that may go on this long is as bad as one without end. */
const LONG = 8;

export class RegexComplexityError extends Error {}

export interface RegexPosition {
  /** Which of the sample characters it takes. */
  readonly takes: ReadonlySet<number>;
  /** Where matching can go on, and whether there is more than one way there. */
  readonly next: ReadonlyMap<RegexPosition, 'one' | 'many'>;
}

interface Node {
  readonly edges: Node[];
  readonly atom?: string;
}

/** Every place of the expression. Looking around and back is taken as always possible, so more is found than can happen. */
export function listRegexPositions(pattern: string): readonly RegexPosition[] {
  const builder = new Builder();
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  const end: Node = { edges: [] };
  const start: Node = { edges: [] };
  builder.alternatives(parsed.alternatives, start, end);
  return builder.finish();
}

class Builder {
  readonly #atoms: { node: Node; raw: string }[] = [];
  readonly #samples = new Set<number>(TYPICAL);

  alternatives(alternatives: readonly AST.Alternative[], from: Node, to: Node): void {
    for (const { elements } of alternatives) {
      const last = elements.reduce((at, element) => this.#element(element, at), this.#after(from));
      last.edges.push(to);
    }
  }

  #after(node: Node): Node {
    const next: Node = { edges: [] };
    node.edges.push(next);
    return next;
  }

  #element(element: AST.Element, from: Node): Node {
    switch (element.type) {
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet':
        return this.#atom(element, from);
      case 'Group':
      case 'CapturingGroup': {
        const to: Node = { edges: [] };
        this.alternatives(element.alternatives, from, to);
        return to;
      }
      case 'Quantifier':
        return this.#repeat(element, from);
      case 'Assertion': {
        const to = this.#after(from);
        // What a look around tries is tried on its own, and then matching goes on from where it stood.
        if ('alternatives' in element) this.alternatives(element.alternatives, from, { edges: [] });
        return to;
      }
      default:
        return this.#after(from);
    }
  }

  #repeat({ element, min, max }: AST.Quantifier, from: Node): Node {
    const isLong = max > LONG;
    let at = from;
    for (let times = 0; times < Math.min(min, isLong ? 1 : LONG); times += 1) at = this.#element(element, at);
    const to: Node = { edges: [] };
    if (isLong) {
      const head = this.#after(at);
      const tail = this.#element(element, head);
      tail.edges.push(head);
      head.edges.push(to);
      return to;
    }
    at.edges.push(to);
    for (let times = min; times < max; times += 1) {
      at = this.#element(element, this.#after(at));
      at.edges.push(to);
    }
    return to;
  }

  #atom(element: AST.Character | AST.CharacterClass | AST.CharacterSet, from: Node): Node {
    const { raw } = element;
    const node: Node = { edges: [], atom: raw };
    from.edges.push(node);
    this.#atoms.push({ node, raw });
    if (this.#atoms.length > MAX_PLACES) throw new RegexComplexityError('it has too many parts');
    // Two sets of ranges that meet at all meet where a range of one of them, or of what it leaves out, begins.
    for (const [low, high] of listCodeRanges(element)) {
      this.#samples.add(low);
      this.#samples.add(Math.min(high + 1, 0x10ffff));
    }
    return this.#after(node);
  }

  finish(): RegexPosition[] {
    const samples = [...this.#samples]
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const tests = new Map<string, ReadonlySet<number>>();
    const places = new Map<Node, RegexPosition & { next: Map<RegexPosition, 'one' | 'many'> }>();
    for (const { node, raw } of this.#atoms) {
      const known = tests.get(raw) ?? taken(raw, samples);
      tests.set(raw, known);
      places.set(node, { takes: known, next: new Map() });
    }
    let steps = 0;
    for (const [node, place] of places) {
      // No step twice: to come round without taking a character is not another way, the engine forbids it.
      const visit = (at: Node, taken: readonly Node[][]): void => {
        for (const next of at.edges) {
          if ((steps += 1) > MAX_STEPS) throw new RegexComplexityError('it has too many ways through it');
          const target = places.get(next);
          if (target) place.next.set(target, place.next.has(target) ? 'many' : 'one');
          else if (!taken.some(([from, to]) => from === at && to === next)) visit(next, [...taken, [at, next]]);
        }
      };
      visit(node, []);
    }
    return [...places.values()];
  }
}

function* listCodeRanges(
  element: AST.Character | AST.CharacterClass | AST.CharacterSet,
): Generator<readonly [number, number]> {
  if (element.type === 'Character') yield [element.value, element.value];
  if (element.type !== 'CharacterClass') return;
  for (const part of element.elements) {
    if (part.type === 'Character') yield [part.value, part.value];
    if (part.type === 'CharacterClassRange') yield [part.min.value, part.max.value];
  }
}

function taken(raw: string, samples: readonly string[]): ReadonlySet<number> {
  const test = new RegExp(`^(?:${raw})$`, 'u');
  return new Set(samples.flatMap((sample, at) => (test.test(sample) ? [at] : [])));
}

/** One or more of every kind of character that a class can name. */
const TYPICAL = Array.from(
  '\t\n\u000B\r !"#$%&\'()*+,-./059:;<=>?@AMZ[\\]^_`amz{|}~\u007F\u00A0ÀßéĀŐЖжאش中ひ가٣²Ⅷ\u0301\u200B\u2028€→😀',
  (character) => Number(character.codePointAt(0)),
);
