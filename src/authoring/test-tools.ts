/** `deputize tools test`: whether a tool builds, its examples fit, it loads where it will run, and its own tests pass. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

import { DeputizeError } from '../core/index.ts';
import type { HandlerCode } from '../ports/handler-host.ts';
import type { RegistryEntry } from '../ports/tool-registry.ts';
import { handlerCode } from './contract/authored-tool.ts';
import { checkTools } from './build.ts';
import { tryExamples } from './examples.ts';
import type { BuildFault, FaultReporter } from './build-fault.ts';
import { putCore } from './new-tool.ts';
import { runOwnTests, type OwnTests } from './own-tests.ts';
import { digestFiles } from './registry-text.ts';

interface ToolTestResult {
  readonly toolId: string;
  readonly examples: number;
  readonly tests: OwnTests;
}

interface ToolTestReport {
  readonly ok: boolean;
  readonly faults: readonly BuildFault[];
  readonly tools: readonly ToolTestResult[];
}

/** All tools of the folder, or the one that is named. */
export async function testTools(
  root: string,
  name: string | undefined,
  tryToLoad: (code: HandlerCode) => Promise<string | undefined>,
): Promise<ToolTestReport> {
  const only = name?.replaceAll('-', '_');
  const checked = checkTools(root, { only });
  if (only !== undefined && checked.folders.size === 0)
    throw new DeputizeError('NOT_FOUND', `There is no tool "${only.slice(0, 80)}" in ${root}.`);
  const faults: BuildFault[] = [...checked.faults];
  const sharedDigest = digestFiles(checked.shared);
  const tools: ToolTestResult[] = [];
  putCore(root);
  for (const { toolId, line } of checked.tools) {
    const entry = JSON.parse(line) as RegistryEntry;
    const folder = join(root, checked.folders.get(toolId) ?? toolId);
    const report: FaultReporter = (file, at, found, mend) =>
      faults.push({ file: join(folder, file), line: at, found, mend });
    const examples = tryExamples(entry.documentation, entry.parameters, report);
    const code = handlerCode(entry, { shared: Object.fromEntries(checked.shared), sharedDigest });
    const problem = await tryToLoad(code);
    if (problem !== undefined)
      report(entry.handler, 1, `it does not load where it would run: ${problem}`, 'see what a handler may use');
    const files = globSync('**/*.test.{js,mjs,ts}', { cwd: folder, exclude: ['node_modules'] });
    tools.push({ toolId, examples, tests: await runOwnTests(files.map((file) => join(folder, file))) });
  }
  const ok = faults.length === 0 && tools.every(({ tests }) => tests.failures.length === 0);
  return { ok, faults, tools };
}
