/** Prints a turn while it runs: the text as it streams, and each call with its outcome on a separate line. */
import type { ChatEvent, Turn } from '../../../agent/turn.ts';
import type { Outcome, CallProgress } from '../../../core/index.ts';
import { terminalText } from '../print.ts';

/** The output, usually a `Terminal`. */
interface Page {
  write(text: string): void;
  line(text?: string): void;
  startLine(): void;
}

const MAX_LABEL = 60;
const PROGRESS_EVERY_MS = 1_000;

export class TurnPrinter {
  readonly #page: Page;
  readonly #labels = new Map<string, string>();
  readonly #outcomes = new Map<string, string>();
  /** The call whose line is not finished. */
  #open: string | undefined;
  #progressAt = 0;
  /** The number of the last message that was shown. */
  shown: number;

  constructor(page: Page, shown: number) {
    this.#page = page;
    this.shown = shown;
  }

  take(event: ChatEvent): void {
    switch (event.type) {
      case 'text':
        return this.#text(event.text);
      case 'said':
        if (event.seq <= this.shown) return undefined;
        this.shown = event.seq;
        if (!event.wasStreamed) this.#text(event.text);
        if (this.#open === undefined) this.#page.startLine();
        return this.#reports(event.reports);
      case 'call':
        return this.#call(event.callId, label(event.tool, event.args));
      case 'progress':
        return this.#progress(event.callId, event.tool, event.progress);
      case 'outcome':
        return this.#outcome(event.callId, event.tool, event.outcome);
    }
  }

  end(turn: Turn): void {
    this.#close();
    this.#page.startLine();
    this.shown = Math.max(this.shown, turn.seq);
    if (turn.state === 'waiting') this.#reports(turn.reports);
    if (turn.problem) this.#page.line(`! ${terminalText(turn.problem.message)}`);
  }

  #text(text: string): void {
    this.#close();
    this.#page.write(terminalText(text));
  }

  #reports(reports: readonly string[]): void {
    if (reports.length > 0) this.#close();
    for (const report of reports) this.#page.line(`* ${terminalText(report)}`);
  }

  #call(callId: string, what: string): void {
    this.#labels.set(callId, what);
    this.#close();
    this.#page.startLine();
    this.#page.write(`→ ${what} …`);
    this.#open = callId;
  }

  #progress(callId: string, tool: string, { done, total, message = '' }: CallProgress): void {
    const now = Date.now();
    if (now - this.#progressAt < PROGRESS_EVERY_MS) return;
    this.#progressAt = now;
    this.#close();
    const part = total === undefined ? `${done}` : `${done} of ${total}`;
    this.#page.line(`  ${this.#labels.get(callId) ?? tool}: ${terminalText(message)} (${part})`);
  }

  /** A turn that continues after a pause sends the same outcomes again. They are printed once. */
  #outcome(callId: string, tool: string, outcome: Outcome): void {
    const words = outcomeWords(outcome);
    if (this.#outcomes.get(callId) === words) return;
    this.#outcomes.set(callId, words);
    if (this.#open === callId) this.#page.write(` ${words}\n`);
    else {
      this.#close();
      this.#page.line(`← ${this.#labels.get(callId) ?? terminalText(tool)}: ${words}`);
    }
    this.#open = undefined;
  }

  #close(): void {
    if (this.#open !== undefined) this.#page.startLine();
    this.#open = undefined;
  }
}

function outcomeWords(outcome: Outcome): string {
  switch (outcome.state) {
    case 'ok':
    case 'reported':
      return 'done';
    case 'pending':
      return 'waits for you';
    case 'refused':
    case 'failed':
      return `${outcome.state} (${outcome.error.code}): ${terminalText(outcome.error.message)}`;
    case 'unknown':
      return `its outcome is unknown: ${terminalText(outcome.error.message)}`;
  }
}

/** The tool and its first text argument, which mostly shows what the call is about. */
function label(tool: string, args: string): string {
  const about = /"(?:[^"\\]|\\.)*"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(args)?.[1];
  const text = terminalText(about === undefined ? '' : unquoted(about)).replaceAll(/\s+/g, ' ');
  const short = text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1)}…`;
  return `${terminalText(tool)} ${short}`.trim();
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
