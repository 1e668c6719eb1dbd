/** A model for tests: a server on loopback that speaks OpenAI's API and answers with what a script says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { toAnswer } from './scripted-answer.ts';
import { createModelApis, type ModelApi } from './model-apis.ts';
import { createChooser } from './choose-turn.ts';
import { isJsonShape, type JsonShape } from './json-shape.ts';
import { playStream, playWhole, type TurnPlayback } from './play.ts';
import { statusError, ScriptedApiError } from './scripted-api-error.ts';
import { readScript, readTurn, type PlayedTurn, type ModelScript, type ScriptedTurn } from './model-script.ts';
import type { RequestSummary } from './request-summary.ts';

export { parseScript } from './model-script.ts';
export type { ModelScript, ScriptedTurn } from './model-script.ts';

/** A request that the model received. */
export interface ScriptedRequest extends RequestSummary {
  /** The number of the request, from 1. */
  readonly number: number;
  /** The path of the request, such as `/v1/chat/completions`. */
  readonly path: string;
  /** The HTTP headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The unchanged body. */
  readonly body: { readonly [key: string]: unknown };
}

/** A received request and how it ended. */
export interface RecordedRequest extends ScriptedRequest {
  /** The error message, if the request was refused as OpenAI would refuse it. */
  readonly refused: string | undefined;
  /**
   * `answered`: the whole answer was sent. `left`: the client closed the connection before. `cut`: the script closed
   * it.
   */
  readonly ended: Promise<'answered' | 'left' | 'cut'>;
}

/** Chooses the answer to each request. Undefined answers with the error `script_ended`. */
export type ScriptFunction = (request: ScriptedRequest) => ScriptedTurn | undefined | Promise<ScriptedTurn | undefined>;

/** What the model answers, and where it listens. */
export interface ScriptedModelOptions {
  /** The answers: a script, a list of turns, or a function. */
  readonly script: ModelScript | readonly ScriptedTurn[] | ScriptFunction;
  /** The port on loopback; a free one when absent. */
  readonly port?: number;
  /** The API key that requests must have; none when absent. */
  readonly key?: string;
}

/** A running server that answers like OpenAI's API. */
export interface ScriptedModel {
  /** The base URL for OpenAI clients. */
  readonly url: string;
  /** The requests for an answer, in the order of their arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Ends open requests and stops the server. */
  close(): Promise<void>;
}

const LARGEST_BODY = 64 * 1024 * 1024;

/** Starts the server on loopback. Throws if the script is invalid. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const { script } = options;
  const { models, choose } = openScript(script);
  const requests: RecordedRequest[] = [];
  const open = new Set<AbortController>();
  const table = createModelApis();
  let calls = 0;
  const callId = (): string => `call_${(calls += 1)}`;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = incoming;
    const { pathname } = new URL(url, 'http://127.0.0.1');
    if (options.key !== undefined && incoming.headers.authorization !== `Bearer ${options.key}`) throw statusError(401);
    if (method === 'GET' && pathname === '/v1/models') return json(response, 200, listing(models ?? ['scripted']));
    const api = table.get(pathname);
    if (method !== 'POST' || !api)
      throw new ScriptedApiError(404, { message: `Invalid URL (${method ?? ''} ${pathname})`, code: 'unknown_url' });
    const body = parse(await read(incoming));
    await answer(api, pathname, body, incoming, response);
  }

  async function answer(
    api: ModelApi,
    path: string,
    body: JsonShape,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const number = requests.length + 1;
    const end = Promise.withResolvers<'answered' | 'left' | 'cut'>();
    const base = { number, path, body, headers: incoming.headers, user: '', results: [], tools: [] };
    const record = (summary: Partial<RequestSummary>, refused?: string): RecordedRequest => {
      const recorded = { ...base, ...summary, refused, ended: end.promise };
      requests[number - 1] = recorded;
      return recorded;
    };
    record({});
    const leaving = new AbortController();
    open.add(leaving);
    response.once('close', () => {
      open.delete(leaving);
      end.resolve(response.writableFinished ? 'answered' : 'left');
      leaving.abort();
    });
    try {
      checkModel(body['model'], models);
      const request = record(api.read(body));
      const turn = await choose(request);
      if (!turn)
        throw new ScriptedApiError(400, {
          message: `The script has no turn for request ${number}.`,
          code: 'script_ended',
        });
      if (!(await play(api, turn, number, body, { response, turn, signal: leaving.signal }, callId)))
        end.resolve('cut');
    } catch (error) {
      if (error instanceof ScriptedApiError) record({}, error.message);
      if (!leaving.signal.aborted) throw error;
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => answerError(response, error));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const leaving of open) leaving.abort();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The models that a script names, and its answer to each request. */
function openScript(script: ScriptedModelOptions['script']) {
  const { models, turns } = typeof script === 'function' ? { turns: [] } : readScript(script);
  const fromList = createChooser(turns);
  const choose = async (request: ScriptedRequest): Promise<PlayedTurn | undefined> => {
    if (typeof script !== 'function') return fromList(request);
    const turn = await script(request);
    return turn === undefined ? undefined : readTurn(turn);
  };
  return { models, choose };
}

/** Returns false if the script cut the answer. */
async function play(
  api: ModelApi,
  turn: PlayedTurn,
  number: number,
  body: JsonShape,
  playing: TurnPlayback,
  callId: () => string,
): Promise<boolean> {
  if (turn.status !== undefined)
    return playWhole(turn.status, { error: statusError(turn.status, turn.error).error }, playing);
  const answer = toAnswer(turn, number, body, callId);
  if (body['stream'] !== true) return playWhole(200, api.whole(answer, body), playing);
  return playStream(api.frames(answer, body, turn.error && statusError(500, turn.error).error), playing);
}

function answerError(response: ServerResponse, error: unknown): void {
  const refusal = error instanceof ScriptedApiError ? error : statusError(500, { message: String(error) });
  if (response.headersSent) response.destroy();
  else json(response, refusal.status, { error: refusal.error });
}

function checkModel(model: unknown, known: readonly string[] | undefined): void {
  if (typeof model !== 'string' || model === '')
    throw new ScriptedApiError(400, { message: 'you must provide a model parameter', param: 'model' });
  if (known && !known.includes(model)) throw statusError(404, { message: `The model \`${model}\` does not exist.` });
}

function listing(models: readonly string[]): JsonShape {
  return { object: 'list', data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'script' })) };
}

async function read(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LARGEST_BODY) throw new ScriptedApiError(413, { message: 'The request is too large.' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): JsonShape {
  try {
    const body: unknown = JSON.parse(text);
    if (isJsonShape(body)) return body;
  } catch {
    // Said below.
  }
  throw new ScriptedApiError(400, { message: 'We could not parse the JSON body of your request.' });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
