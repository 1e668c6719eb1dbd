/** `deputize workspaces`: the folders that calls may act in. */
import { showHidden } from '../../../core/index.ts';
import { usageError, requirePositional, type CliCommand } from '../flags.ts';

export const workspaces: CliCommand = {
  summary: 'List and forget the folders that assistants work in',
  usage: `deputize workspaces list | forget ID

A folder is registered when you first use it as a workspace. Forgetting one changes nothing in the folder: what waits there can
no longer be approved, and grants for it end. When you use the folder again, it is registered as a new workspace.`,
  options: {},
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    if (!['list', 'forget'].includes(verb))
      throw usageError(`workspaces does not know "${verb}". It knows list and forget.`);
    const opened = await environment.open(input.open);
    try {
      const person = await opened.owner('person', 'cli');
      if (verb === 'forget') {
        const id = requirePositional(input, 1, 'The workspace’s id');
        await opened.runtime.workspaces.forget(id, person);
        environment.out(input.isJson ? JSON.stringify({ forgotten: id }) : `Forgot ${id}. The folder is unchanged.`);
        return 0;
      }
      const all = await opened.runtime.workspaces.list(person);
      if (input.isJson)
        environment.out(
          JSON.stringify({
            workspaces: all.map(({ id, label, realpath, createdAt }) => ({ id, label, path: realpath, createdAt })),
          }),
        );
      else if (all.length === 0) environment.out('No workspaces yet. One is registered when you first use a folder.');
      else for (const { id, label } of all) environment.out(`${id}  ${showHidden(label)}`);
      return 0;
    } finally {
      await opened.close();
    }
  },
};
