/** Asks at the terminal for values that the flags do not set. Without a terminal, an error names the missing flag. */
import { DeputizeError } from '../../core/index.ts';
import { END, INTERRUPT, Terminal } from './chat/terminal.ts';
import type { CliEnvironment } from './environment.ts';
import { usageError, type CliInput } from './flags.ts';

export class CliPrompts {
  readonly #input: CliInput;
  readonly #environment: CliEnvironment;
  readonly #terminal: Terminal | undefined;

  constructor(input: CliInput, environment: CliEnvironment) {
    this.#input = input;
    this.#environment = environment;
    if (process.stdin.isTTY && process.stdout.isTTY && !input.isJson)
      this.#terminal = new Terminal(process.stdin, process.stdout);
  }

  /** Prints an explanation for a person. With --json, only the result is printed. */
  explain(text: string): void {
    if (!this.#input.isJson) this.#environment.out(text);
  }

  async text(flag: string, question: string, usual?: string): Promise<string> {
    const given = this.#input.text(flag);
    if (given !== undefined) return given;
    if (!this.#terminal) {
      if (usual !== undefined) return usual;
      throw missingFlagError(flag);
    }
    const answer = answered(
      await this.#terminal.ask(`${question}${usual === undefined ? '' : ` [${usual}]`}: `),
    ).trim();
    if (answer !== '') return answer;
    return usual ?? this.text(flag, question);
  }

  async choose<T extends string>(flag: string, question: string, choices: readonly T[]): Promise<T> {
    const answer = await this.text(flag, `${question} (${choices.join(', ')})`);
    const chosen = choices.find((choice) => choice.toLowerCase() === answer.toLowerCase());
    if (chosen !== undefined) return chosen;
    if (this.#input.text(flag) !== undefined || !this.#terminal)
      throw usageError(`--${flag} is ${choices.join(' or ')}.`);
    return this.choose(flag, question, choices);
  }

  /** Reads a secret from a file, standard input or a hidden prompt. Never from the command line, which other users can read. */
  async secret(flag: string, question: string): Promise<string> {
    const file = this.#input.text(flag);
    if (file !== undefined) return nonEmpty(this.#environment.readFile(file), `--${flag}`);
    if (!this.#terminal) throw missingFlagError(flag);
    const answer = answered(await this.#terminal.askHidden(`${question} (not shown): `)).trim();
    return answer === '' ? this.secret(flag, question) : answer;
  }
}

function answered(answer: string | typeof END | typeof INTERRUPT): string {
  if (typeof answer === 'string') return answer;
  throw new DeputizeError('CANCELLED', 'Nothing was changed.');
}

function nonEmpty(text: string, flag: string): string {
  if (text.trim() !== '') return text.trim();
  throw usageError(`${flag} names something empty.`);
}

function missingFlagError(flag: string): DeputizeError {
  return usageError(`--${flag} is missing, and there is no terminal to ask at.`);
}
