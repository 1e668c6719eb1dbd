/** `deputize undo`: take a call back. */
import { requirePositional, type CliCommand } from '../flags.ts';

export const undo: CliCommand = {
  summary: 'Undo a call',
  usage: `deputize undo CALL_ID [--workspace DIR]

Puts back what the call changed, unless it has changed since; then it says so and leaves it alone. It is undone in the workspace
that the call was made in; --workspace is for calls of older versions, which did not record theirs.`,
  options: {},
  async run(input, environment) {
    const callId = requirePositional(input, 0, 'The call’s id');
    const opened = await environment.open(input.open);
    try {
      const folder = input.text('workspace');
      const workspace = folder === undefined ? undefined : await opened.registerWorkspace(folder);
      const undone = await opened.runtime.undo(callId, await opened.owner('person', 'cli'), workspace?.id);
      environment.out(input.isJson ? JSON.stringify(undone) : `Undone: ${undone.tool} (${undone.callId})`);
      await opened.checkpoint();
      return 0;
    } finally {
      await opened.close();
    }
  },
};
