/** The handlers of the HTTP API. Each route only calls the runtime. */
import { OpenAPIHono } from '@hono/zod-openapi';

import {
  DeputizeError,
  OWNER_ORGANIZATION,
  toErrorValue,
  parseGrantDuration,
  parseDecision,
  type ApprovalResult,
  type Principal,
  type Runtime,
  type Tool,
} from '../../core/index.ts';
import { toProvider } from '../../core/schema/providers.ts';
import type {
  ActivityMessage,
  ApprovalMessage,
  CallMessage,
  DecidedMessage,
  ErrorMessage,
  GrantMessage,
  MountedServerMessage,
  OutcomeMessage,
  DryRunMessage,
} from '../../wire/messages.ts';
import type { PreviewMessage } from '../../wire/previews.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import * as routes from './routes.ts';

type HttpApi = OpenAPIHono<RequestVariables>;
type CallSource = Pick<HttpEnvironment, 'runtime' | 'defaultPreset'>;

export function createApi({ runtime, defaultPreset }: HttpEnvironment): HttpApi {
  const api: HttpApi = new OpenAPIHono({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  addToolRoutes(api, { runtime, defaultPreset });
  addCallRoutes(api, { runtime, defaultPreset });
  addStopRoutes(api, runtime);
  addUndoRoutes(api, runtime);
  addApprovalRoutes(api, runtime);
  addWorkspaceRoutes(api, runtime);
  addGrantRoutes(api, runtime);
  addMountedRoutes(api, runtime);
  addAuditRoutes(api, runtime);
  addSettingRoutes(api, runtime);
  return api;
}

function addToolRoutes(api: HttpApi, { runtime, defaultPreset }: CallSource): void {
  api.openapi(routes.listTools, async (context) => {
    const preset =
      context.req.valid('query').preset ?? runtime.registry.defaultFor(context.get('principal'), defaultPreset);
    const tools = await runtime.catalogue.tools({ principal: context.get('principal'), preset });
    const isDocumented = context.req.valid('query').documentation === 'true';
    const presets = runtime.registry.presetsFor(context.get('principal')).map(({ name }) => name);
    const settingOf = await runtime.settingsIn(preset, context.get('principal'));
    const listed = tools.map((tool) => ({
      ...toListing(tool),
      setting: settingOf(tool.name) ?? null,
      ...(isDocumented ? { documentation: tool.documentation } : {}),
    }));
    return context.json({ preset, presets, tools: listed }, 200);
  });

  api.openapi(routes.listPresets, (context) => {
    const presets = runtime.registry.presetsFor(context.get('principal')).map(({ name }) => name);
    return context.json({ presets }, 200);
  });

  api.openapi(routes.toolsForProvider, async (context) => {
    const preset =
      context.req.valid('query').preset ?? runtime.registry.defaultFor(context.get('principal'), defaultPreset);
    const tools = await runtime.catalogue.tools({ principal: context.get('principal'), preset });
    const { names, ...converted } = toProvider(context.req.valid('param').format, tools);
    return context.json({ tools: [...converted.tools], warnings: [...converted.warnings], names: { ...names } }, 200);
  });
}

function addCallRoutes(api: HttpApi, { runtime, defaultPreset }: CallSource): void {
  api.openapi(routes.makeCall, async (context) => {
    const request = context.req.valid('json');
    const principal = context.get('principal');
    const preset = request.preset ?? runtime.registry.defaultFor(principal, defaultPreset);
    const outcome = await runtime.call({ ...request, args: request.args ?? {}, preset }, principal);
    return context.json(wired<OutcomeMessage>(outcome), outcome.state === 'pending' ? 202 : 200);
  });

  api.openapi(routes.dryRunCall, async (context) => {
    const request = context.req.valid('json');
    const principal = context.get('principal');
    const preset = request.preset ?? runtime.registry.defaultFor(principal, defaultPreset);
    const dryRunBody = await runtime.dryRun({ ...request, args: request.args ?? {}, preset }, principal);
    return context.json(wired<DryRunMessage>(dryRunBody), 200);
  });

  api.openapi(routes.listCalls, async (context) => {
    const calls = await runtime.calls.list(context.req.valid('query'), context.get('principal'));
    return context.json({ calls: wired<CallMessage[]>(calls) }, 200);
  });

  api.openapi(routes.showCall, async (context) => {
    const { id } = context.req.valid('param');
    const { wait } = context.req.valid('query');
    const principal = context.get('principal');
    if (wait !== undefined) await runtime.calls.outcome(id, principal, wait * 1_000);
    return context.json(wired<CallMessage>(await runtime.calls.show(id, principal)), 200);
  });

  api.openapi(routes.readResult, async (context) => {
    const { offset, length } = context.req.valid('query');
    return context.json(
      await runtime.calls.readOn(context.req.valid('param').id, context.get('principal'), offset, length),
      200,
    );
  });

  api.openapi(routes.cancelCall, async (context) => {
    return context.json(
      { cancelled: await runtime.cancel(context.req.valid('param').id, context.get('principal')) },
      200,
    );
  });
}

function addStopRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.showStop, async (context) => {
    const stop = await runtime.findStop(context.get('principal'));
    return context.json({ stopped: stop !== undefined, stop: stop ?? null }, 200);
  });

  api.openapi(routes.stopAll, async (context) => {
    const principal = context.get('principal');
    if (!context.req.valid('json').lift) return context.json({ ...(await runtime.stopAll(principal, 'http')) }, 200);
    await runtime.liftStop(principal, 'http');
    return context.json({ stopped: await runtime.isStopped(principal), running: 0, refused: 0 }, 200);
  });
}

function addUndoRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.previewUndo, async (context) => {
    const preview = await runtime.previewUndo(context.req.valid('param').id, context.get('principal'));
    return context.json({ preview: wired<PreviewMessage | null>(preview) }, 200);
  });

  api.openapi(routes.undoCall, async (context) => {
    return context.json(await runtime.undo(context.req.valid('param').id, context.get('principal')), 200);
  });

  api.openapi(routes.readActivity, async (context) => {
    const { hours } = context.req.valid('query');
    return context.json(wired<ActivityMessage>(await runtime.activity(hours, context.get('principal'))), 200);
  });
}

function addApprovalRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.listApprovals, async (context) => {
    const principal = context.get('principal');
    const approvals = await runtime.approvals.list(principal);
    const unknown = await runtime.calls.list({ state: 'unknown' }, principal);
    return context.json(
      { approvals: wired<ApprovalMessage[]>(approvals), unknown: wired<CallMessage[]>(unknown) },
      200,
    );
  });

  api.openapi(routes.showApproval, async (context) => {
    return context.json(
      wired<ApprovalMessage>(await runtime.approvals.show(context.req.valid('param').id, context.get('principal'))),
      200,
    );
  });

  api.openapi(routes.decideApproval, async (context) => {
    const { id } = context.req.valid('param');
    const decision = parseDecision(context.req.valid('json'), 'http');
    return context.json(flatten(await runtime.approvals.decide(id, decision, context.get('principal'))), 200);
  });

  api.openapi(routes.dryRunApproval, async (context) => {
    const { args } = context.req.valid('json');
    const dryRunBody = await runtime.approvals.dryRun(context.req.valid('param').id, args, context.get('principal'));
    return context.json(wired<DryRunMessage>(dryRunBody), 200);
  });

  api.openapi(routes.decideMany, async (context) => {
    const { ids, ...spoken } = context.req.valid('json');
    const decision = parseDecision(spoken, 'http');
    const principal = context.get('principal');
    const results = await Promise.all(
      ids.map(async (id) => {
        try {
          return { id, decided: flatten(await runtime.approvals.decide(id, decision, principal)) };
        } catch (error) {
          return { id, error: wired<ErrorMessage>(toErrorValue(error)) };
        }
      }),
    );
    return context.json({ results }, 200);
  });
}

function addWorkspaceRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.listWorkspaces, async (context) => {
    const all = await runtime.workspaces.list(context.get('principal'));
    const workspaces = all.map(({ id, label, realpath: path, createdAt }) => ({ id, label, path, createdAt }));
    return context.json({ workspaces }, 200);
  });

  api.openapi(routes.forgetWorkspace, async (context) => {
    const { id } = context.req.valid('param');
    await runtime.workspaces.forget(id, context.get('principal'));
    return context.json({ forgotten: id }, 200);
  });
}

function addGrantRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.listGrants, async (context) => {
    return context.json({ grants: wired<GrantMessage[]>(await runtime.grants(context.get('principal'))) }, 200);
  });

  api.openapi(routes.createGrant, async (context) => {
    const { approvalId, remember, pattern, everywhere } = context.req.valid('json');
    const how = parseGrantDuration(remember);
    if (how === 'once') throw new DeputizeError('INVALID_REQUEST', 'A grant lasts longer than once.');
    return context.json(
      { id: await runtime.approvals.grantFrom(approvalId, how, { pattern, everywhere }, context.get('principal')) },
      200,
    );
  });

  api.openapi(routes.revokeGrant, async (context) => {
    const { id } = context.req.valid('param');
    await runtime.revokeGrant(id, context.get('principal'));
    return context.json({ revoked: id }, 200);
  });
}

function addMountedRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.listMountedServers, async (context) => {
    const servers = await runtime.mounted.list(context.get('principal'));
    return context.json({ servers: wired<MountedServerMessage[]>(servers) }, 200);
  });

  api.openapi(routes.acceptMountedTools, async (context) => {
    const { name } = context.req.valid('param');
    const acceptance = { ...context.req.valid('json'), server: name };
    return context.json(
      wired<MountedServerMessage>(await runtime.mounted.accept(acceptance, context.get('principal'))),
      200,
    );
  });
}

function addAuditRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.readAudit, async (context) => {
    const { organizationId } = requireAuditor(context.get('principal'));
    return context.json({ records: await runtime.audit.read({ ...context.req.valid('query'), organizationId }) }, 200);
  });

  api.openapi(routes.verifyAudit, async (context) => {
    const { organizationId } = requireAuditor(context.get('principal'));
    if (organizationId !== OWNER_ORGANIZATION)
      throw new DeputizeError('FORBIDDEN', 'The chain is one for the whole installation; who runs it verifies it.');
    const found: object = await runtime.audit.verify();
    return context.json({ ...found }, 200);
  });

  // Returns JSON lines as a file, to be stored elsewhere. So it is not an OpenAPI route.
  api.get('/api/audit/export', async (context) => {
    const { organizationId } = requireAuditor(context.get('principal'));
    const { from, to } = context.req.query();
    if (from !== undefined || to !== undefined) {
      const lines = await runtime.audit.exportLines({ from, to, organization: organizationId });
      return context.body(streamLines(lines), 200, {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="deputize-audit-period.jsonl"',
      });
    }
    return context.body(streamLines(toJsonLines(runtime.audit.recordsOf(organizationId))), 200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="deputize-audit.jsonl"',
    });
  });
}

function addSettingRoutes(api: HttpApi, runtime: Runtime): void {
  api.openapi(routes.listSettings, async (context) => {
    const settings = [...(await runtime.settings(context.get('principal')))];
    return context.json({ settings, autonomy: AUTONOMY_NAMES[runtime.autonomy] }, 200);
  });

  api.openapi(routes.changeSetting, async (context) => {
    const { level, subject, pattern, value } = context.req.valid('json');
    await runtime.changeSetting(level, subject, pattern, value, context.get('principal'));
    return context.json({ level, subject, pattern, value }, 200);
  });

  api.openapi(routes.removeSetting, async (context) => {
    const named = context.req.valid('query');
    await runtime.removeSetting(named, context.get('principal'));
    return context.json(named, 200);
  });
}

/** The configuration and the console call this mode `experimental`. */
const AUTONOMY_NAMES = { ask: 'ask', 'trusted-values': 'experimental-trusted-values' } as const;

/** Only for administrators, because the audit contains the calls of all users of the organization. */
function requireAuditor(principal: Principal): Principal {
  if (principal.role === 'admin' && principal.kind === 'person') return principal;
  throw new DeputizeError('FORBIDDEN', 'Only an administrator, as a person, reads the audit.');
}

async function* toJsonLines(records: AsyncGenerator): AsyncGenerator<string> {
  for await (const record of records) yield JSON.stringify(record);
}

/** Reads lines only as fast as the client receives them. */
function streamLines(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(`${value}\n`));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
}

function flatten({ outcome, ...more }: ApprovalResult): DecidedMessage {
  return { ...wired<OutcomeMessage>(outcome), ...more };
}

function toListing(tool: Tool) {
  const { name, title, description, version, category, risk, confirmation, sideEffects, idempotent, grants } = tool;
  return {
    ...{ name, title, description, version, category, risk, confirmation, sideEffects, idempotent, grants },
    modes: [...tool.modes],
    inputSchema: tool.input.json as Record<string, unknown>,
    outputSchema: tool.output.json as Record<string, unknown>,
  };
}

// Only changes the type: the core's types are deeply read-only, those of the routes are not.
function wired<Message>(value: unknown): Message {
  return value as Message;
}
