/** The parts of a person's own computer that tools may use, the same on every system. What is missing fails with NOT_AVAILABLE, naming the remedy. */

/** Text and HTML are UTF-8, an image is a PNG. */
export type ClipboardFormat = 'text' | 'html' | 'image';

export interface SystemClipboard {
  /** What it holds can be had as these; empty when it holds nothing that is known here. */
  formats(signal: AbortSignal): Promise<readonly ClipboardFormat[]>;
  /** Undefined when it holds nothing of this format. Fails with TOO_LARGE as soon as more than `maxBytes` have come. */
  read(
    format: ClipboardFormat,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array | undefined>;
  write(format: ClipboardFormat, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

export interface DesktopNotification {
  /** Whose words these are: a notice of the assistant can never pass for one of Deputize. */
  readonly from: 'assistant' | 'deputize';
  readonly title: string;
  readonly body: string;
  readonly urgency: 'low' | 'normal' | 'critical';
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** How long a choice is waited for, where there is one to make. */
  readonly waitMs: number;
}

export interface DesktopNotifier {
  /** Whether buttons can be shown. */
  readonly hasActions: boolean;
  /** Answers the action that was chosen; null when the notice was closed or nothing was chosen in time. */
  show(notice: DesktopNotification, signal: AbortSignal): Promise<string | null>;
}

export interface DesktopApp {
  readonly name: string;
  /** What is started: a program by its full path, or a desktop entry. */
  readonly target: string;
}

export interface DesktopApps {
  /** Fails with OUT_OF_SCOPE for one that the configuration does not name. */
  find(name: string): DesktopApp | Promise<DesktopApp>;
  /** Each argument is handed over as it is; there is no shell. Answers the process that was started. */
  open(app: DesktopApp, args: readonly string[], signal: AbortSignal): Promise<{ readonly pid: number | null }>;
}

export interface VisitedPage {
  readonly url: string;
  readonly title: string;
  readonly status: number | null;
  readonly text: string;
  /** A JPEG of what is seen first. */
  readonly screenshot: Uint8Array;
  /** False when the time was over before the page had loaded all it wanted. */
  readonly complete: boolean;
  /** The names of files that the page would have had downloaded, and whether they were. */
  readonly downloads: readonly { readonly name: string; readonly savedTo: string | null }[];
  /** Hosts that the page asked for and was not given. */
  readonly refusedHosts: readonly string[];
}

export interface WebBrowser {
  /** Fails with OUT_OF_SCOPE for a host that the configuration does not name. */
  check(url: URL): void;
  visit(url: URL, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<VisitedPage>;
}
