/** The official conformance suite, run for real. `docs/decisions/2026-11-15-mcp-conformance.md` says why some scenarios do not apply. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conformanceTools } from './conformance-tools.ts';
import { startHttp, type Face } from './http-server.ts';
import { testPreset } from './test-tools.ts';

const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

const NOT_APPLICABLE = [
  'logging-set-level',
  'completion-complete',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-logging',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'server-sse-polling',
  'elicitation-sep1330-enums',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

const program = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

describe.each<Face>(['web', 'node'])('the %s face', (face) => {
  const results = new Map<string, { passed: number; failed: number }>();
  const folder = mkdtempSync(join(tmpdir(), 'deputize-conformance-'));

  beforeAll(async () => {
    const server = await startHttp(testPreset('test', conformanceTools), face);
    const printed = await run(['server', '--suite', 'all', '--url', server.url.href], folder);
    for (const [, name = '', passed, failed] of printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)) {
      results.set(name, { passed: Number(passed), failed: Number(failed) });
    }
    await server.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(APPLICABLE)('R19 passes %s', (scenario) => {
    const { passed, failed } = results.get(scenario) ?? { passed: 0, failed: 0 };
    expect(passed).toBeGreaterThan(0);
    expect(failed).toBe(0);
  });

  it('leaves out exactly the scenarios about what is not offered', () => {
    const others = [...results.keys()].filter((name) => !APPLICABLE.includes(name));
    expect(others.toSorted()).toEqual(NOT_APPLICABLE.toSorted());
  });
});

it('names every scenario that does not apply in the decision about it', () => {
  const page = readFileSync(new URL('../../../docs/decisions/2026-11-15-mcp-conformance.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? '');
  expect(named.toSorted()).toEqual(NOT_APPLICABLE.toSorted());
});

/** What it prints; it ends with an error when any scenario fails, which some must. */
function run(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, timeout: 100_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
