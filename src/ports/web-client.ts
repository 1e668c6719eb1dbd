/** Requests to the public web. Private, local and reserved addresses are never reached, whatever their spelling. */
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
  /** Normalizes the request. Throws for an address or a header that is never allowed. Sends nothing. */
  prepare(request: WebRequest): WebRequest;
  /** Whether the operator's list allows this request without approval. */
  isListed(method: WebMethod, url: string): boolean;
  /** `mayFollow` is called before a redirect to another address is followed. */
  fetch(
    request: WebRequest,
    options: { timeoutMs: number; mayFollow: (method: WebMethod, url: string) => boolean; signal: AbortSignal },
  ): Promise<WebResponse>;
}
