/** The API's routes with their shapes, from which /openapi.json is made. */
import { createRoute, z } from '@hono/zod-openapi';

import * as wire from '../../wire/messages.ts';
import { preview } from '../../wire/previews.ts';
import { stopState } from '../../wire/stop.ts';
import { body, failures, json, security, withId } from './describe.ts';

const count = z.coerce.number().int().min(0);

export const listTools = createRoute({
  method: 'get',
  path: '/api/tools',
  summary: 'The tools a preset offers',
  security,
  request: { query: z.object({ preset: z.string().optional(), documentation: z.enum(['true', 'false']).optional() }) },
  responses: {
    200: json(
      z.object({ preset: z.string(), presets: z.array(z.string()), tools: z.array(wire.toolListing) }),
      'The tools, and which presets there are.',
    ),
    ...failures,
  },
});

export const listPresets = createRoute({
  method: 'get',
  path: '/api/presets',
  summary: 'The presets that are offered',
  security,
  responses: { 200: json(z.object({ presets: z.array(z.string()) }), 'The first is the default.'), ...failures },
});

export const toolsForProvider = createRoute({
  method: 'get',
  path: '/api/tools/{format}',
  summary: 'The tools as a provider’s API takes them',
  security,
  request: { params: z.object({ format: z.string() }), query: z.object({ preset: z.string().optional() }) },
  responses: {
    200: json(
      z.object({
        tools: z.array(z.unknown()),
        warnings: z.array(z.object({ tool: z.string(), path: z.string(), lost: z.string() })),
        names: z.record(z.string(), z.string()),
      }),
      'The tools, what the format cannot express, and the names of the tools.',
    ),
    ...failures,
  },
});

export const makeCall = createRoute({
  method: 'post',
  path: '/api/calls',
  summary: 'Call a tool',
  description: 'Answers with the outcome. A call that waits for a person answers 202 with the approval.',
  security,
  request: { body: body(wire.callRequest) },
  responses: {
    200: json(wire.outcome, 'What became of it.'),
    202: json(wire.outcome, 'It waits for a person.'),
    ...failures,
  },
});

export const dryRunCall = createRoute({
  method: 'post',
  path: '/api/rehearse',
  summary: 'How a call would be decided, without making it',
  description: 'For a person. Nothing runs and nothing is recorded.',
  security,
  request: { body: body(wire.dryRunRequest) },
  responses: { 200: json(wire.dryRunResult, 'The decision, and what would be asked.'), ...failures },
});

export const listCalls = createRoute({
  method: 'get',
  path: '/api/calls',
  summary: 'Calls, newest first',
  security,
  request: {
    query: z.object({
      state: z
        .enum([
          'proposed',
          'blocked',
          'awaiting_approval',
          'denied',
          'expired',
          'running',
          'ok',
          'error',
          'unknown',
          'undone',
        ])
        .optional(),
      tool: z.string().optional(),
      workspace: wire.workspaceId.optional(),
      before: z
        .string()
        .max(128)
        .optional()
        .describe(
          'The id of a call: those that came before it. Or a time; calls of the same millisecond are then left out.',
        ),
      limit: count.max(1_000).optional(),
    }),
  },
  responses: { 200: json(z.object({ calls: z.array(wire.callView) }), 'The calls.'), ...failures },
});

export const showCall = createRoute({
  method: 'get',
  path: '/api/calls/{id}',
  summary: 'One call',
  description: 'With `wait`, answers when the call has ended or after that many seconds.',
  security,
  request: { params: withId, query: z.object({ wait: count.max(60).optional() }) },
  responses: { 200: json(wire.callView, 'The call.'), ...failures },
});

export const readResult = createRoute({
  method: 'get',
  path: '/api/calls/{id}/result',
  summary: 'Read on in a result that was cut',
  security,
  request: {
    params: withId,
    query: z.object({ offset: count.default(0), length: count.max(1_000_000).default(100_000) }),
  },
  responses: {
    200: json(
      z.object({ text: z.string(), offset: z.number(), total: z.number(), next: z.number().nullable() }),
      'A piece of the result’s JSON.',
    ),
    ...failures,
  },
});

export const cancelCall = createRoute({
  method: 'post',
  path: '/api/calls/{id}/cancel',
  summary: 'Stop a running call',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ cancelled: z.boolean() }), 'Whether it was running here.'), ...failures },
});

const stopped = z.object({
  stopped: z.boolean().describe('Whether it still holds: an administrator’s stop is lifted by one alone.'),
  running: z.number().describe('Calls that were running; those of other processes end within a moment.'),
  refused: z.number().describe('Calls that waited for a person.'),
});

export const showStop = createRoute({
  method: 'get',
  path: '/api/stop-all',
  summary: 'Whether everything is stopped',
  security,
  responses: { 200: json(stopState, 'Whether nothing can be called now.'), ...failures },
});

export const stopAll = createRoute({
  method: 'post',
  path: '/api/stop-all',
  summary: 'Cancel what runs, refuse what waits, and let nothing begin; or lift that',
  security,
  request: { body: body(z.strictObject({ lift: z.boolean().default(false) })) },
  responses: { 200: json(stopped, 'The state now.'), ...failures },
});

export const undoCall = createRoute({
  method: 'post',
  path: '/api/calls/{id}/undo',
  summary: 'Undo a call',
  security,
  request: { params: withId },
  responses: {
    200: json(
      z.object({ state: z.literal('undone'), callId: z.string(), traceId: z.string(), tool: z.string() }),
      'It is undone.',
    ),
    ...failures,
  },
});

export const previewUndo = createRoute({
  method: 'get',
  path: '/api/calls/{id}/undo',
  summary: 'What an undo would do now',
  security,
  request: { params: withId },
  responses: {
    200: json(z.object({ preview: preview.nullable() }), 'Null where the tool cannot say.'),
    ...failures,
  },
});

export const readActivity = createRoute({
  method: 'get',
  path: '/api/activity',
  summary: 'Calls, approvals, latency and tokens over time, in sums',
  security,
  request: { query: z.object({ hours: z.coerce.number().int().min(1).max(8_784).default(24) }) },
  responses: { 200: json(wire.activity, 'The sums, oldest first.'), ...failures },
});

export const listApprovals = createRoute({
  method: 'get',
  path: '/api/approvals',
  summary: 'What waits for a person',
  security,
  responses: {
    200: json(
      z.object({ approvals: z.array(wire.approvalView), unknown: z.array(wire.callView) }),
      'What waits, and calls whose end is not known.',
    ),
    ...failures,
  },
});

export const showApproval = createRoute({
  method: 'get',
  path: '/api/approvals/{id}',
  summary: 'One approval',
  security,
  request: { params: withId },
  responses: { 200: json(wire.approvalView, 'The approval.'), ...failures },
});

export const decideApproval = createRoute({
  method: 'post',
  path: '/api/approvals/{id}',
  summary: 'Approve, edit and approve, or deny',
  security,
  request: { params: withId, body: body(wire.decisionRequest) },
  responses: { 200: json(wire.decided, 'The executed call, or the denial.'), ...failures },
});

export const dryRunApproval = createRoute({
  method: 'post',
  path: '/api/approvals/{id}/rehearse',
  summary: 'How it would be decided with other arguments, without deciding it',
  security,
  request: { params: withId, body: body(z.strictObject({ args: z.unknown() })) },
  responses: { 200: json(wire.dryRunResult, 'The decision, and what would be asked.'), ...failures },
});

export const decideMany = createRoute({
  method: 'post',
  path: '/api/approvals',
  summary: 'Decide several that you see',
  security,
  request: { body: body(wire.batchDecision) },
  responses: {
    200: json(
      z.object({
        results: z.array(
          z.object({ id: z.string(), decided: wire.decided.optional(), error: wire.errorValue.optional() }),
        ),
      }),
      'One result each.',
    ),
    ...failures,
  },
});

export const listWorkspaces = createRoute({
  method: 'get',
  path: '/api/workspaces',
  summary: 'The folders that calls may act in',
  security,
  responses: { 200: json(z.object({ workspaces: z.array(wire.workspace) }), 'The workspaces.'), ...failures },
});

export const forgetWorkspace = createRoute({
  method: 'delete',
  path: '/api/workspaces/{id}',
  summary: 'Forget a workspace; the folder itself is unchanged',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ forgotten: z.string() }), 'It is forgotten.'), ...failures },
});

export const listGrants = createRoute({
  method: 'get',
  path: '/api/grants',
  summary: 'Standing permissions',
  security,
  responses: { 200: json(z.object({ grants: z.array(wire.grant) }), 'The grants.'), ...failures },
});

export const createGrant = createRoute({
  method: 'post',
  path: '/api/grants',
  summary: 'Grant what you approved',
  security,
  request: {
    body: body(
      z.strictObject({
        approvalId: z.string(),
        remember: wire.remember,
        pattern: z.record(z.string(), z.string()).optional(),
        everywhere: z.boolean().optional(),
      }),
    ),
  },
  responses: { 200: json(z.object({ id: z.string() }), 'The grant.'), ...failures },
});

export const revokeGrant = createRoute({
  method: 'delete',
  path: '/api/grants/{id}',
  summary: 'Revoke a standing permission',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ revoked: z.string() }), 'It is revoked.'), ...failures },
});

export const listMountedServers = createRoute({
  method: 'get',
  path: '/api/mcp-servers',
  summary: 'Mounted MCP servers, and what of theirs waits to be accepted',
  security,
  responses: { 200: json(z.object({ servers: z.array(wire.mountedServer) }), 'The servers.'), ...failures },
});

export const acceptMountedTools = createRoute({
  method: 'post',
  path: '/api/mcp-servers/{name}/accept',
  summary: 'Accept what a mounted server changed',
  security,
  request: { params: z.object({ name: z.string().max(64) }), body: body(wire.acceptance) },
  responses: { 200: json(wire.mountedServer, 'The server as it is now.'), ...failures },
});

export const readAudit = createRoute({
  method: 'get',
  path: '/api/audit',
  summary: 'The audit, in order',
  security,
  request: {
    query: z.object({ after: count.default(0), limit: count.max(1_000).default(100), callId: z.string().optional() }),
  },
  responses: { 200: json(z.object({ records: z.array(wire.auditRecord) }), 'The records.'), ...failures },
});

export const verifyAudit = createRoute({
  method: 'get',
  path: '/api/audit/verify',
  summary: 'Check the audit chain',
  security,
  responses: { 200: json(z.record(z.string(), z.unknown()), 'Whether it holds, and where not.'), ...failures },
});

export const listSettings = createRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'Settings on every level',
  security,
  responses: { 200: json(wire.settingList, 'The settings.'), ...failures },
});

export const changeSetting = createRoute({
  method: 'put',
  path: '/api/settings',
  summary: 'Change a setting',
  security,
  request: { body: body(wire.setting) },
  responses: { 200: json(wire.setting, 'It is set.'), ...failures },
});

export const removeSetting = createRoute({
  method: 'delete',
  path: '/api/settings',
  summary: 'Take a setting away again',
  security,
  request: { query: wire.setting.omit({ value: true }) },
  responses: { 200: json(wire.setting.omit({ value: true }), 'It is no longer set.'), ...failures },
});
