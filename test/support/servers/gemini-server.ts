/** Speaks the Gemini API's `streamGenerateContent` as it is documented, and refuses what it refuses. */
import { startJsonServer, type JsonServer, type Reply } from './json-server.ts';

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: { readonly name: string; readonly args: object; readonly id?: string };
  readonly functionResponse?: { readonly name: string; readonly response: unknown; readonly id?: string };
  readonly thoughtSignature?: string;
}

export type GeminiTurn =
  | { readonly chunks: readonly (readonly Part[])[]; readonly finish?: string }
  | {
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly headers?: Record<string, string>;
    };

export function startGemini(turns: GeminiTurn[], key: string): Promise<JsonServer> {
  const signatures = new Set<string>();
  return startJsonServer((request) => {
    if (request.headers['x-goog-api-key'] !== key)
      return refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    if (request.method === 'GET' && request.path === '/v1beta/models')
      return { status: 200, json: { models: [{ name: 'models/gemini-3.8-flash' }] } };
    const model = /^\/v1beta\/models\/([^:]+):streamGenerateContent\?alt=sse$/.exec(request.path)?.[1];
    if (model === undefined) return refuse(404, 'NOT_FOUND', 'Not found.');
    if (!model.startsWith('gemini-3'))
      return refuse(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta.`);
    const fault = faultOf(request.body, signatures);
    if (fault !== undefined) return refuse(400, 'INVALID_ARGUMENT', fault);
    const turn = turns.shift();
    if (!turn) return refuse(400, 'INVALID_ARGUMENT', 'no turn is left');
    if ('status' in turn) return { ...refuse(turn.status, turn.code, turn.message), headers: turn.headers ?? {} };
    for (const { thoughtSignature } of turn.chunks.flat()) if (thoughtSignature) signatures.add(thoughtSignature);
    return { events: events(turn.chunks, turn.finish ?? 'STOP', model) };
  });
}

function refuse(code: number, status: string, message: string): Extract<Reply, { status: number }> {
  return { status: code, json: { error: { code, message, status } } };
}

function faultOf(body: Record<string, unknown>, signatures: ReadonlySet<string>): string | undefined {
  const tools = (body['tools'] ?? []) as {
    functionDeclarations: { name: string; parametersJsonSchema?: { type?: string } }[];
  }[];
  for (const { name, parametersJsonSchema } of tools.flatMap(({ functionDeclarations }) => functionDeclarations)) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name)) return `Invalid function name ${name}.`;
    if (parametersJsonSchema?.type !== 'object') return `${name}: parameters schema should be of type OBJECT.`;
  }
  let asked: string[] = [];
  for (const { role, parts } of body['contents'] as { role: string; parts: Part[] }[]) {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (parts.length === 0) return 'Content must have parts.';
    const responses = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    if (responses.length !== asked.length || responses.some(({ name }, at) => name !== asked[at]))
      return 'The number of function response parts must equal the number of function call parts of the function call turn.';
    if (responses.some(({ response }) => response === null || typeof response !== 'object' || Array.isArray(response)))
      return 'Invalid value at function_response.response (Struct).';
    const calls = parts.filter(({ functionCall }) => functionCall);
    if (calls[0] && !signatures.has(calls[0].thoughtSignature ?? ''))
      return 'Function call is missing a thought_signature in functionCall parts.';
    asked = calls.map(({ functionCall }) => functionCall?.name ?? '');
  }
  return asked.length > 0 ? 'A function call turn must be followed by its responses.' : undefined;
}

function events(chunks: readonly (readonly Part[])[], finish: string, model: string): string[] {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 22, totalTokenCount: 33 };
  return chunks.map((parts, at) => {
    const isLast = at === chunks.length - 1;
    const candidate = { content: { parts, role: 'model' }, index: 0, ...(isLast ? { finishReason: finish } : {}) };
    const chunk = { candidates: [candidate], usageMetadata, modelVersion: model, responseId: 'r1' };
    return `data: ${JSON.stringify(chunk)}\r\n\r\n`;
  });
}
