/** What the command line gives to those who write tools. */
import { HandlerPool } from '../../connectors/authored-tools/handler-pool.ts';
import { buildTools } from '../../authoring/build.ts';
import { newTool } from '../../authoring/new-tool.ts';
import { testTools } from '../../authoring/test-tools.ts';
import { watchTools } from '../../authoring/watch.ts';
import type { AuthoringCommands } from '../../doors/cli/environment.ts';

export const authoring: AuthoringCommands = {
  build: buildTools,
  watch: watchTools,
  create: newTool,
  async test(folder, name) {
    const handlers = new HandlerPool({ printed: () => undefined });
    try {
      return await testTools(folder, name, (code) => handlers.tryToLoad(code));
    } finally {
      await handlers.close();
    }
  },
};
