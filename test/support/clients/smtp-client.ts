/** An SMTP client that says exactly what a test wants said, also what no proper one would. */
import { connect, type Socket } from 'node:net';

export class SmtpLine implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #received = '';
  #wake: (() => void) | undefined;
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => {
      this.#received += data.toString('latin1');
      this.#wake?.();
    });
    socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) =>
      socket.on('close', () => {
        this.#isClosed = true;
        this.#wake?.();
        resolve();
      }),
    );
  }

  static async open(port: number): Promise<SmtpLine> {
    const line = new SmtpLine(connect(port, '127.0.0.1'));
    await line.answer();
    return line;
  }

  /** The next whole answer: its last line has a space after the code. */
  async answer(): Promise<string> {
    for (;;) {
      const [found] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#received) ?? [];
      if (found !== undefined) {
        this.#received = this.#received.slice(found.length);
        return found.trimEnd();
      }
      if (this.#isClosed) return 'closed';
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.answer();
  }

  write(data: string | Uint8Array): void {
    this.#socket.write(data);
  }

  /** Greets and names sender and recipient, up to where the mail itself begins. */
  async begin(to: string): Promise<string> {
    await this.say('EHLO client.example.com');
    await this.say('MAIL FROM:<ann@example.com>');
    const accepted = await this.say(`RCPT TO:<${to}>`);
    return accepted.startsWith('250') ? this.say('DATA') : accepted;
  }

  async breakOff(): Promise<void> {
    this.#socket.destroy();
    await this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.breakOff();
  }
}
