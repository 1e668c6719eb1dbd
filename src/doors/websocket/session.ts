/** One WebSocket client: it receives events as they happen, and can make calls and decisions on the same connection. */
import {
  DeputizeError,
  toErrorValue,
  parseDecision,
  type AuditRecord,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import { readJson } from '../../core/read-json.ts';
import type { TeamNotifications } from '../../ports/team.ts';
import { socketRequest, type SocketRequest } from '../../wire/messages.ts';
import type { PlanService } from '../../agent/plans/plan-service.ts';
import { answerPlan, isPlanRequest, toPlan, type PlanContext } from './plan-messages.ts';

/** The part of a socket that is needed here. */
interface SocketConnection {
  send(text: string): void;
  /** Bytes that the client has not received yet. */
  readonly backlog: number;
  close(code: number, reason: string): void;
  /** Sends, and resolves once the client has received it. */
  deliver(text: string): Promise<void>;
}

const MAX_BACKLOG = 8_000_000;
const MAX_IN_FLIGHT = 64;
/** The close code for "service restart" in the registry of RFC 6455. Clients connect again. */
const SERVICE_RESTART = 1012;

/** Whether a record may mean that the credential of the connection was revoked, or that its user changed. */
const endsLines = (kind: string): boolean => kind.startsWith('access.') || kind.startsWith('people.');

export class SocketSession {
  readonly #runtime: Runtime;
  #principal: Principal;
  readonly #recognise: () => Promise<Principal | undefined>;
  readonly #preset: string;
  readonly #line: SocketConnection;
  readonly #plans: PlanService | undefined;
  readonly #gone = new AbortController();
  readonly #notifications: TeamNotifications | undefined;
  /** The notifications that are being delivered on this connection. */
  readonly #onTheWay = new Set<string>();
  #leave: (() => void) | undefined;
  #inFlight = 0;
  #sent: Promise<void> = Promise.resolve();
  #isDraining = false;
  #unsubscribe: (() => void) | undefined;

  /** `recognise` returns the current principal of the credential, or undefined if it is no longer valid. */
  constructor(
    runtime: Runtime,
    principal: Principal,
    recognise: () => Promise<Principal | undefined>,
    preset: string,
    line: SocketConnection,
    { plans, notifications }: { plans?: PlanService | undefined; notifications?: TeamNotifications | undefined } = {},
  ) {
    this.#plans = plans;
    this.#runtime = runtime;
    this.#principal = principal;
    this.#recognise = recognise;
    this.#preset = preset;
    this.#line = line;
    this.#notifications = notifications;
  }

  async open(): Promise<void> {
    this.#unsubscribe = await this.#runtime.feed.subscribe(this.#principal, (record) => this.#onRecord(record));
    if (this.#gone.signal.aborted) this.#unsubscribe();
    this.#send({ type: 'ready', userId: this.#principal.userId, kind: this.#principal.kind });
    // The connection of an agent does not mean that the person is present.
    if (this.#principal.kind !== 'person' || this.#gone.signal.aborted) return;
    this.#leave = this.#notifications?.arrive(this.#principal.userId);
    await this.#deliver();
  }

  /** Sends the notifications that no client has received yet. */
  async #deliver(): Promise<void> {
    const { userId } = this.#principal;
    const waiting = (await this.#notifications?.undelivered(userId)) ?? [];
    for (const notification of waiting) {
      const { id } = notification;
      if (this.#gone.signal.aborted || this.#onTheWay.has(id)) continue;
      this.#onTheWay.add(id);
      this.#line
        .deliver(JSON.stringify({ type: 'notification', notification }))
        .then(() => this.#notifications?.delivered(userId, [id]))
        // It stays undelivered, and the next connection sends it again.
        .catch(() => undefined)
        .finally(() => this.#onTheWay.delete(id));
    }
  }

  /** Closes the connection if its credential was revoked or has expired. Returns whether it stays open. */
  async check(): Promise<boolean> {
    const principal = await this.#recognise();
    if (principal) this.#principal = principal;
    if (principal) return true;
    this.#line.close(1008, 'no longer signed in');
    this.close();
    return false;
  }

  /** The server is stopping: closes the connection once all requests are answered, and asks the client to connect again. */
  drain(): void {
    this.#isDraining = true;
    if (this.isIdle) this.#line.close(SERVICE_RESTART, 'the server is stopping; connect again');
  }

  /** Whether all requests are answered. */
  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  close(): void {
    this.#gone.abort();
    this.#unsubscribe?.();
    this.#leave?.();
    this.#leave = undefined;
  }

  async receive(data: Uint8Array | string): Promise<void> {
    let requestId: string | null = null;
    try {
      const request = parse(data);
      requestId = request.requestId;
      if (!(await this.check())) return;
      if (this.#isDraining)
        throw new DeputizeError('NOT_AVAILABLE', 'This server is stopping. Connect again and ask there.', {
          retryable: true,
        });
      if (this.#inFlight >= MAX_IN_FLIGHT)
        throw new DeputizeError('RATE_LIMITED', `At most ${MAX_IN_FLIGHT} requests at once on one line.`);
      this.#inFlight += 1;
      try {
        this.#send({ requestId, ...(await this.#answer(request)) });
      } finally {
        this.#inFlight -= 1;
        if (this.#isDraining) this.drain();
      }
    } catch (error) {
      this.#send({ type: 'error', requestId, error: toErrorValue(error) });
    }
  }

  async #answer(request: SocketRequest): Promise<Record<string, unknown>> {
    if (isPlanRequest(request)) return answerPlan(this.#planLine(), request);
    switch (request.type) {
      case 'ping':
        return { type: 'pong' };
      case 'tool.execute': {
        const { type: _, requestId, ...call } = request;
        const onProgress = (progress: unknown) => this.#send({ type: 'tool.progress', requestId, progress });
        const outcome = await this.#runtime.call(
          { ...call, args: call.args ?? {}, preset: call.preset ?? this.#defaultPreset, onProgress },
          this.#principal,
        );
        const about = await this.#runtime.auditOf(outcome.callId, this.#principal);
        return { type: 'tool.results', results: [outcome], audit: about ? [about] : [] };
      }
      case 'call.cancel':
        return { type: 'call.cancelled', cancelled: await this.#runtime.cancel(request.callId, this.#principal) };
      case 'approval.decide': {
        const decided = await this.#runtime.approvals.decide(
          request.approvalId,
          parseDecision(request, 'websocket'),
          this.#principal,
        );
        return { type: 'approval.decided', approvalId: request.approvalId, ...decided };
      }
    }
  }

  get #defaultPreset(): string {
    return this.#runtime.registry.defaultFor(this.#principal, this.#preset);
  }

  #onRecord(record: AuditRecord): void {
    const { kind } = record;
    if (endsLines(kind)) this.check().catch(() => this.#line.close(1011, 'could not be recognised'));
    if (this.#principal.kind === 'person') return this.#sendRecord(record);
    // An agent gets only its own records, one after the other in their order.
    this.#sent = this.#sent
      .then(async () => {
        if (await this.#runtime.seesRecord(record, this.#principal)) this.#sendRecord(record);
      })
      .catch(() => this.#line.close(1011, 'a record could not be read'));
  }

  #sendRecord({ seq, at, kind, callId, body }: AuditRecord): void {
    const isForMe = kind === 'team.relayed' && body['userId'] === this.#principal.userId;
    if (isForMe && this.#principal.kind === 'person') this.#deliver().catch(() => undefined);
    this.#send({ type: kind, seq, at, callId, ...body });
    if (kind === 'plan.proposed' || kind === 'plan.moved') void this.#showPlan(String(body['planId']));
  }

  /** Sends the current state of a plan to its user, also if another process proposed it. */
  async #showPlan(planId: string): Promise<void> {
    try {
      const plan = await this.#plans?.show(planId, this.#principal);
      if (plan) this.#send(toPlan(plan));
    } catch (error) {
      this.#send({ type: 'error', requestId: null, error: toErrorValue(error) });
    }
  }

  #planLine(): PlanContext {
    return { runtime: this.#runtime, plans: this.#plans, principal: this.#principal, preset: this.#defaultPreset };
  }

  #send(message: Record<string, unknown>): void {
    if (this.#gone.signal.aborted) return;
    // A client that does not read must not fill the memory. It can later read the missed records from the audit.
    if (this.#line.backlog > MAX_BACKLOG) this.#line.close(1013, 'too slow');
    else this.#line.send(JSON.stringify(message));
  }
}

function parse(data: Uint8Array | string): SocketRequest {
  const parsed = socketRequest.safeParse(readJson(data, 'message'));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DeputizeError(
    'INVALID_REQUEST',
    `The message is not valid at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
  );
}
