/** Requests to the public web. Private, local and reserved addresses are never reached, whatever their spelling. */
export type WebMethod = 'GET' | 'POST';

/** A request to a web server. `prepare` normalizes it. */
export interface WebRequest {
  readonly method: WebMethod;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | undefined;
}

/** An answer with its body as text. All of it is untrusted content. */
export interface WebResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Sends requests to public addresses within limits of size and time. */
export interface WebClient {
  /** Normalizes the request and sends nothing. Throws for an address or a header that is never allowed. */
  prepare(request: WebRequest): WebRequest;
  /** Whether the operator's list allows this request without approval. */
  isListed(method: WebMethod, url: string): boolean;
  /**
   * Sends a prepared request. `mayFollow` decides on redirects. Fails with PRIVATE_ADDRESS, TIMEOUT, TOO_LARGE or
   * EXTERNAL_ERROR.
   */
  fetch(
    request: WebRequest,
    options: { timeoutMs: number; mayFollow: (method: WebMethod, url: string) => boolean; signal: AbortSignal },
  ): Promise<WebResponse>;
}
