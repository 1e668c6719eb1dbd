/** One approved call stays short to follow: `node scripts/trace-call.ts` lists its functions, and here they are counted. */
import { beforeAll, describe, expect, test } from 'vitest';

import { findSharedNames, traceCall, type TracedFile } from '../../../scripts/trace-call.ts';

const MOST_FILES = 80;
/** They run instead of a direct commit while the disk is slow, so the machine decides whether a call meets them. */
const SLOW_DISK = ['src/connectors/database/sqlite-thread.ts', 'src/connectors/database/sqlite-worker.ts'];
/** Names that mean one thing each: a person's decision, the policy decision, the evaluation of a call, the run of a tool. */
const DISTINCT = ['decide', 'evaluatePolicy', 'evaluateCall', 'runTool', 'approve', 'requestApproval', 'resolveTool'];

describe('an approved write_file call by MCP', () => {
  let files: readonly TracedFile[] = [];
  beforeAll(async () => {
    files = await traceCall();
  }, 120_000);

  test(`runs functions of at most ${MOST_FILES} files`, () => {
    expect(files.filter(({ file }) => !SLOW_DISK.includes(file)).length).toBeLessThanOrEqual(MOST_FILES);
  });

  test('passes the door, the policy, the approval, the tool and the ledger', () => {
    const steps = {
      'src/doors/mcp/tools-call.ts': 'callTool',
      'src/core/policy/policy.ts': 'evaluatePolicy',
      'src/core/executor/request-approval.ts': 'requestApproval',
      'src/core/approvals/approval-service.ts': 'decide',
      'src/core/executor/call-record.ts': 'storeWriteAheadRecord',
      'src/toolsets/files/write-file.ts': 'run',
      'src/core/ledger/audit-chain.ts': 'linkRecords',
    };
    for (const [file, name] of Object.entries(steps))
      expect(files.find((traced) => traced.file === file)?.functions, file).toContain(name);
  });

  test('meets each of its steps under one name', () => {
    const shared = findSharedNames(files);
    expect(DISTINCT.filter((name) => shared.has(name))).toEqual([]);
  });
});
