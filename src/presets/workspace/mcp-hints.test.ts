/** The hints that clients of MCP get about the tools that run code. */
import { expect, test } from 'vitest';

import { toMcp } from '../../core/schema/mcp.ts';
import { workspace } from './preset.ts';

test.each(['run_code', 'run_tests', 'format_code', 'install_package', 'write_file', 'delete_file', 'move_file'])(
  '%s is destructive',
  (name) => {
    const tool = workspace.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no ${name}`);
    expect(toMcp(tool).tool.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false });
  },
);
