/** A conversation at the terminal: what is said, what is decided, and what Ctrl-C means at each moment. */
import type { AssistantInfo, AssistantService, TurnOptions } from '../../../agent/assistant-service.ts';
import type { Turn } from '../../../agent/turn.ts';
import { toErrorValue, type Conversation, type Principal, type Runtime } from '../../../core/index.ts';
import { terminalText } from '../print.ts';
import { decideWaiting } from './decide.ts';
import { END, INTERRUPT, type Terminal } from './terminal.ts';
import { TurnPrinter } from './turn-printer.ts';

interface ChatSessionParts {
  readonly runtime: Runtime;
  readonly assistants: AssistantService;
  readonly assistant: AssistantInfo;
  /** Decides. What the model does in the conversation, it does as an agent. */
  readonly person: Principal;
  readonly terminal: Terminal;
}

/** How many of the last words are shown again. */
const TAIL = 6;

export class ChatSession {
  readonly #parts: ChatSessionParts;
  /** What was left for later is not asked about again by itself. */
  readonly #later = new Set<string>();
  #printer: TurnPrinter;
  #conversation: Conversation | undefined;
  #isLeaving = false;

  constructor(parts: ChatSessionParts) {
    this.#parts = parts;
    this.#printer = new TurnPrinter(parts.terminal, 0);
  }

  async resume(conversation: Conversation): Promise<void> {
    const { assistants, person, terminal } = this.#parts;
    const messages = await assistants.messages(conversation);
    const said = messages.filter(({ body }) => body.role !== 'tool' && body.text !== '').slice(-TAIL);
    terminal.line(`${terminalText(conversation.title)}  (${conversation.id})`);
    for (const { body } of said) {
      if (body.role === 'tool') continue;
      terminal.line(`${body.role === 'user' ? 'you' : 'assistant'}> ${terminalText(body.text)}`);
    }
    this.#conversation = conversation;
    this.#printer = new TurnPrinter(terminal, messages.at(-1)?.seq ?? 0);
    if (conversation.isOpen) await this.#settle((listening) => assistants.follow(person, conversation.id, listening));
  }

  /** Until the person leaves. */
  async talk(): Promise<void> {
    const { terminal } = this.#parts;
    let interrupted = false;
    while (!this.#isLeaving) {
      const words = await terminal.ask('you> ');
      if (words === END || (words === INTERRUPT && interrupted)) return;
      interrupted = words === INTERRUPT;
      if (interrupted) terminal.line('(Ctrl-C again to leave)');
      else if (words === '/waiting') await this.#askAgain();
      else if (words === '/quit') return;
      else if (typeof words === 'string' && words.trim() !== '') await this.#say(words);
    }
  }

  async #say(words: string): Promise<void> {
    const { assistants, assistant, person } = this.#parts;
    const { id } = (this.#conversation ??= await assistants.begin(person, assistant, words));
    await this.#settle((listening) => assistants.send(person, id, words, listening));
  }

  async #askAgain(): Promise<void> {
    const { assistants, person } = this.#parts;
    const { id } = this.#conversation ?? {};
    this.#later.clear();
    if (id !== undefined) await this.#settle((listening) => assistants.follow(person, id, listening));
  }

  /** One turn, and on with it as long as there is something that the person decides. */
  async #settle(begin: (listening: TurnOptions) => Promise<Turn>): Promise<void> {
    const { runtime, assistants, person, terminal } = this.#parts;
    const { id } = this.#conversation ?? {};
    let turn = await this.#run(begin);
    while (turn && id !== undefined && !this.#isLeaving) {
      const asked = turn.waiting.filter(({ approval }) => !this.#later.has(approval.id));
      if (asked.length === 0) break;
      const later = await decideWaiting({ runtime, terminal, person }, asked);
      for (const approvalId of later) this.#later.add(approvalId);
      if (later.length === asked.length) break;
      turn = await this.#run((listening) => assistants.follow(person, id, listening));
    }
    if (turn && turn.waiting.length > 0) terminal.line(`(${turn.waiting.length} left to decide: /waiting asks again)`);
  }

  /** Ctrl-C cancels the turn; a second one leaves without waiting for that. */
  async #run(begin: (listening: TurnOptions) => Promise<Turn>): Promise<Turn | undefined> {
    const { terminal } = this.#parts;
    const controller = new AbortController();
    const left = Promise.withResolvers<undefined>();
    const interrupted = (): void => {
      if (controller.signal.aborted) {
        this.#isLeaving = true;
        left.resolve(undefined);
      }
      controller.abort();
    };
    process.on('SIGINT', interrupted);
    try {
      const turn = begin({ on: (event) => this.#printer.take(event), signal: controller.signal });
      const ended = await Promise.race([turn, left.promise]);
      if (ended) this.#printer.end(ended);
      return ended;
    } catch (error) {
      terminal.line(`! ${terminalText(toErrorValue(error).message)}`);
      return undefined;
    } finally {
      process.off('SIGINT', interrupted);
    }
  }
}
