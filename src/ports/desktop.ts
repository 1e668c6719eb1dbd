/** The parts of the user's computer that tools may use, on every system. A missing part fails with NOT_AVAILABLE and names the remedy. */

/** Text and HTML are UTF-8, an image is a PNG. */
export type ClipboardFormat = 'text' | 'html' | 'image';

/** The clipboard of the user's desktop. */
export interface SystemClipboard {
  /** Lists the formats that the content is available in. The list is empty for no content and for unknown content. */
  formats(signal: AbortSignal): Promise<readonly ClipboardFormat[]>;
  /** Undefined if there is no content of this format. Fails with TOO_LARGE above `maxBytes`. */
  read(
    format: ClipboardFormat,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array | undefined>;
  write(format: ClipboardFormat, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** A notification with optional buttons. */
export interface DesktopNotification {
  /** Who wrote the text. The notification shows it, so the assistant cannot imitate Deputize. */
  readonly from: 'assistant' | 'deputize';
  readonly title: string;
  readonly body: string;
  readonly urgency: 'low' | 'normal' | 'critical';
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** How long to wait for a choice, if there are actions. */
  readonly waitMs: number;
}

/** Shows notifications on the user's desktop. */
export interface DesktopNotifier {
  /** Whether buttons can be shown. */
  readonly hasActions: boolean;
  /** Returns the id of the chosen action; null if the notification was closed or the time passed. */
  show(notice: DesktopNotification, signal: AbortSignal): Promise<string | null>;
}

/** An application that the configuration names. */
export interface DesktopApp {
  readonly name: string;
  /** The program by its full path, or a desktop entry. */
  readonly target: string;
}

/** The applications that the configuration allows. */
export interface DesktopApps {
  /** Fails with OUT_OF_SCOPE for a name that is not in the configuration. */
  find(name: string): DesktopApp | Promise<DesktopApp>;
  /**
   * Starts the application without a shell and passes each argument unchanged. `pid` is null if the process is not
   * known.
   */
  open(app: DesktopApp, args: readonly string[], signal: AbortSignal): Promise<{ readonly pid: number | null }>;
}

/** What the browser shows after a visit. All of it is untrusted content. */
export interface VisitedPage {
  readonly url: string;
  readonly title: string;
  readonly status: number | null;
  readonly text: string;
  /** A JPEG of the first screen. */
  readonly screenshot: Uint8Array;
  /** False if the time passed before the page was loaded completely. */
  readonly complete: boolean;
  /** The files that the page offered for download. `savedTo` is null for a file that was not saved. */
  readonly downloads: readonly { readonly name: string; readonly savedTo: string | null }[];
  /** The hosts that the page requested and that were refused. */
  readonly refusedHosts: readonly string[];
}

/** A browser with a separate profile that reaches only the configured hosts. */
export interface WebBrowser {
  /** Throws OUT_OF_SCOPE for a host that is not in the configuration. */
  check(url: URL): void;
  /**
   * Fails with OUT_OF_SCOPE after a redirect to another host, EXTERNAL_ERROR if the page fails, NOT_AVAILABLE without a
   * browser.
   */
  visit(url: URL, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<VisitedPage>;
}
