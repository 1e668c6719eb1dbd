/** Input and output at a terminal: lines, single keys, and Ctrl-C as a value that the caller can handle. */
import { createInterface, emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';

/** Ctrl-D, or the terminal is closed. */
export const END = Symbol('end');
/** Ctrl-C. */
export const INTERRUPT = Symbol('interrupt');

export class Terminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #history: string[] = [];
  #isAtLineStart = true;

  constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  /** The caller must escape untrusted text first: see `terminalText`. */
  write(text: string): void {
    if (text === '') return;
    this.#output.write(text);
    this.#isAtLineStart = text.endsWith('\n');
  }

  line(text = ''): void {
    this.startLine();
    this.write(`${text}\n`);
  }

  startLine(): void {
    if (!this.#isAtLineStart) this.write('\n');
  }

  ask(prompt: string): Promise<string | typeof END | typeof INTERRUPT> {
    this.startLine();
    return new Promise((resolve) => {
      const reader = createInterface({
        input: this.#input,
        output: this.#output,
        terminal: true,
        history: [...this.#history],
      });
      const answer = (value: string | typeof END | typeof INTERRUPT): void => {
        resolve(value);
        reader.close();
        this.#isAtLineStart = true;
      };
      reader.once('SIGINT', () => {
        this.#output.write('\n');
        answer(INTERRUPT);
      });
      reader.once('close', () => answer(END));
      reader.question(prompt, (line) => {
        if (line.trim() !== '') this.#history.unshift(line);
        answer(line);
      });
    });
  }

  /** Reads a line without showing it, for passwords and keys. */
  askHidden(prompt: string): Promise<string | typeof END | typeof INTERRUPT> {
    this.startLine();
    const input = this.#input;
    emitKeypressEvents(input);
    // Before the prompt: a key that is typed as soon as the prompt appears must not be echoed.
    input.setRawMode(true);
    input.resume();
    this.write(prompt);
    return new Promise((resolve) => {
      let typed = '';
      const answer = (value: string | typeof END | typeof INTERRUPT): void => {
        input.off('keypress', pressed);
        input.off('end', ended);
        input.setRawMode(false);
        input.pause();
        this.write('\n');
        resolve(value);
      };
      const ended = (): void => answer(END);
      const pressed = (text: string | undefined, { name, ctrl }: Key): void => {
        if (ctrl && name === 'c') answer(INTERRUPT);
        else if (ctrl && name === 'd') answer(END);
        else if (name === 'return' || name === 'enter') answer(typed);
        else if (name === 'backspace') typed = typed.slice(0, -1);
        else if (ctrl !== true && text !== undefined && text >= ' ' && text !== '\u007F') typed += text;
      };
      input.on('keypress', pressed);
      input.once('end', ended);
    });
  }

  /** Waits for one of these keys, without Enter. */
  key(prompt: string, keys: string): Promise<string | typeof END | typeof INTERRUPT> {
    this.startLine();
    const input = this.#input;
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.resume();
    this.write(prompt);
    return new Promise((resolve) => {
      const answer = (value: string | typeof END | typeof INTERRUPT): void => {
        input.off('keypress', pressed);
        input.off('end', ended);
        input.setRawMode(false);
        input.pause();
        this.write(`${typeof value === 'string' ? value : ''}\n`);
        resolve(value);
      };
      const ended = (): void => answer(END);
      const pressed = (_: string | undefined, { name, ctrl, sequence }: Key): void => {
        if (ctrl && name === 'c') answer(INTERRUPT);
        else if (ctrl && name === 'd') answer(END);
        else if (sequence !== undefined && sequence.length === 1 && keys.includes(sequence.toLowerCase()))
          answer(sequence.toLowerCase());
      };
      input.on('keypress', pressed);
      input.once('end', ended);
    });
  }
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly sequence?: string;
}
