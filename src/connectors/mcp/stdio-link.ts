/** MCP with a command that we start: one message a line. Our own transport, because it must bound what it reads and end the whole group. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

import { parseBoundedJson, TooManyValuesError } from '../../lib/bounded-json.ts';
import { LineReader, type InputLine } from '../../lib/line-reader.ts';
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES, MAX_UNREAD_BYTES, TOO_LONG_CODE } from './limits.ts';
import type { ServerLink } from './link.ts';
import { ProcessGroup, type CommandLine } from './process-group.ts';

/** Both ends of a message that is too long are kept: they may contain its id. */
const END_BYTES = 512;

export function openStdio(line: CommandLine): ServerLink {
  const transport = new GroupTransport(line);
  return {
    transport,
    isDistant: false,
    get pid() {
      return transport.group?.pid;
    },
    reason: () => transport.reason,
    complaints: () => transport.group?.complaints ?? '',
    end: () => transport.close(),
  };
}

class GroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  reason: string | undefined;
  group: ProcessGroup | undefined;
  readonly #line: CommandLine;
  #turn: Promise<void> = Promise.resolve();

  constructor(line: CommandLine) {
    this.#line = line;
  }

  start(): Promise<void> {
    const group = new ProcessGroup(this.#line);
    this.group = group;
    const lines = new LineReader(MAX_MESSAGE_BYTES, { isLossy: true, endBytes: END_BYTES });
    group.stdout.on('data', (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#inTurn(() => this.#receiveLine(line));
    });
    void group.ended.then((how) => {
      this.reason ??= how;
      this.#inTurn(() => this.onclose?.());
    });
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { group } = this;
    if (!group?.stdin.writable) return Promise.reject(new Error('the server does not take messages any more'));
    if (group.stdin.writableLength > MAX_UNREAD_BYTES) {
      this.reason = 'it does not read what it is sent';
      void this.close();
      return Promise.reject(new Error(this.reason));
    }
    group.stdin.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.group?.end();
  }

  /** One message after the other has been heard: the last word of progress would else be lost to the answer right behind it. */
  #inTurn(deliver: () => void): void {
    this.#turn = this.#turn.then(deliver).catch((error: unknown) => this.onerror?.(error as Error));
  }

  #receiveLine(line: InputLine): void {
    if (line.kind === 'text') this.#receive(line.text);
    else if (line.kind === 'too-long' && line.ends)
      this.#receiveTooLong(line.ends, `The answer is larger than ${MAX_MESSAGE_BYTES} bytes.`);
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = parseBoundedJson(text, MAX_MESSAGE_VALUES);
    } catch (error) {
      if (error instanceof TooManyValuesError) {
        const ends = { head: text.slice(0, END_BYTES), tail: text.slice(-END_BYTES) };
        return this.#receiveTooLong(ends, `The answer has more than ${MAX_MESSAGE_VALUES} values.`);
      }
      // Many a server prints a greeting where only messages belong.
      return;
    }
    if (typeof message === 'object' && message !== null) this.onmessage?.(message as JSONRPCMessage);
  }

  #receiveTooLong({ head, tail }: { head: string; tail: string }, message: string): void {
    const id = /"id"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(tail)?.[1] ?? /^\s*\{[^{}]*?"id"\s*:\s*(\d{1,15})/.exec(head)?.[1];
    if (id === undefined) return;
    this.onmessage?.({ jsonrpc: '2.0', id: Number(id), error: { code: TOO_LONG_CODE, message } });
  }
}
