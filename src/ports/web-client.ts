/** Requests to the public web. Nothing private, local or reserved is ever reached, however its address is spelled. */
export type WebMethod = 'GET' | 'POST';

export interface WebRequest {
  readonly method: WebMethod;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | undefined;
}

export interface WebResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface WebClient {
  /** The request in its one spelling. Throws for an address or a header that is never used. Asks nobody. */
  prepare(request: WebRequest): WebRequest;
  /** Whether the operator's list lets this be requested without a person. */
  isListed(method: WebMethod, url: string): boolean;
  /** `mayFollow` is asked before a redirect to another address is followed. */
  fetch(
    request: WebRequest,
    options: { timeoutMs: number; mayFollow: (method: WebMethod, url: string) => boolean; signal: AbortSignal },
  ): Promise<WebResponse>;
}
