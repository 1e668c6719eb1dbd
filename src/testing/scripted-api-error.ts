/** An error as OpenAI's API answers with it. */
export interface ScriptedErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export class ScriptedApiError extends Error {
  readonly status: number;
  readonly error: ScriptedErrorBody;

  constructor(status: number, error: Partial<ScriptedErrorBody> & Pick<ScriptedErrorBody, 'message'>) {
    super(error.message);
    this.status = status;
    this.error = { type: 'invalid_request_error', param: null, code: null, ...error };
  }
}

export function invalidParameterError(param: string, message: string, code = 'invalid_value'): ScriptedApiError {
  return new ScriptedApiError(400, { message: `Invalid '${param}': ${message}.`, param, code });
}

const KINDS = new Map([
  [401, { type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect API key provided.' }],
  [403, { type: 'invalid_request_error', code: null, message: 'This is not permitted.' }],
  [404, { type: 'invalid_request_error', code: 'model_not_found', message: 'The model does not exist.' }],
  [429, { type: 'requests', code: 'rate_limit_exceeded', message: 'Rate limit reached. Try again later.' }],
]);

/** What the API says with a status when the script does not say it. */
export function statusError(
  status: number,
  error?: { message: string; type?: string | undefined; code?: string | undefined },
) {
  const usual = KINDS.get(status) ?? {
    type: status >= 500 ? 'server_error' : 'invalid_request_error',
    code: null,
    message: status >= 500 ? 'The server had an error.' : 'The request was not taken.',
  };
  return new ScriptedApiError(status, {
    message: error?.message ?? usual.message,
    type: error?.type ?? usual.type,
    code: error?.code ?? usual.code,
  });
}
