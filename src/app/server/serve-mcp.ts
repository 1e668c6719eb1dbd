/** Serves MCP on standard input and output, for a client that starts this process. Lists the tools before it loads anything heavy. */
import { resolve } from 'node:path';

import type { Runtime } from '../../core/index.ts';
import { Registry } from '../../core/registry.ts';
import type { OpenFlags } from '../../doors/cli/environment.ts';
import { serveStdio } from '../../doors/mcp/stdio.ts';
import type { AppAssembly } from '../assemble/assemble.ts';
import { describeDefault } from '../assemble/default-workspace.ts';
import { defaultDataFolder, loadConfig } from '../config/config.ts';
import { isCataloguePublic } from './catalogue-is-public.ts';
import { logToStderr } from './log.ts';
import { choosePresets, DESKTOP, desktopPreset, loadPresets } from '../assemble/presets.ts';

const VOICE = 'voice';

export async function serveMcp(flags: OpenFlags, preset: string | undefined): Promise<void> {
  const data = resolve(flags.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, flags.config, flags);
  const { config } = loaded;
  // The example tools are read only for the voice preset: other presets do not contain them.
  const isVoice = preset === VOICE || config.presets?.includes(VOICE) === true;
  const hasTools = isVoice || flags.tools !== undefined || config.tools !== undefined;
  const listing = hasTools ? await listAuthored(flags, loaded) : undefined;
  const added = listing?.presets ?? [];
  const names = choosePresets(config.presets, added);
  const chosen = preset ?? names[0] ?? '';
  let assembly: AppAssembly | undefined;
  const open = async (clientFolders: readonly string[] = []) => {
    const { assemble } = await import('../assemble/assemble.ts');
    assembly ??= await assemble({ ...flags, currentFolder: process.cwd(), clientFolders, follow: true });
    const { runtime, owner } = assembly;
    const workspaceId = await bindWorkspace(assembly, chosen);
    return { runtime, principal: (clientName: string) => owner('agent', agentVia(clientName, workspaceId)) };
  };
  const listed = await loadPresets(names.includes(chosen) ? [chosen] : names, added);
  const isDesktop = chosen === DESKTOP && names.includes(DESKTOP);
  const own = new Registry(isDesktop ? [await desktopPreset(config.desktop)] : listed);
  listing?.bring(own);
  own.preset(chosen);
  const registry = Object.keys(config.mcpServers).length === 0 ? own : await withMounted(open);
  await serveStdio({
    registry,
    preset: chosen,
    // Only the runtime knows which tools the desktop settings switch off.
    isCataloguePublic: (name) => !isDesktop && isCataloguePublic(registry.tools(name), config, data),
    open,
    input: process.stdin,
    output: process.stdout,
    log: logToStderr,
  });
  await listing?.close();
  if (!assembly) return;
  const { createAnchorKeeper, signAndClose } = await import('../storage/anchors.ts');
  await signAndClose(assembly, createAnchorKeeper(assembly, logToStderr));
  await assembly.close();
}

/** Registers the workspace and prints which one it is. A preset without tools that act in a folder has none. */
async function bindWorkspace(
  { runtime, workspaces, workspace }: AppAssembly,
  preset: string,
): Promise<string | undefined> {
  if (preset === DESKTOP) return undefined;
  if (!runtime.registry.tools(preset).some(({ needs }) => workspaces.bindsWorkspace(needs))) return undefined;
  const { id, label } = await workspaces.defaultWorkspace();
  process.stderr.write(`${describeDefault(workspace, label)}\n`);
  return id;
}

/** The same after a restart, so that the same client in the same folder stays the same agent. */
function agentVia(clientName: string, workspaceId: string | undefined): string {
  return workspaceId === undefined ? `mcp:${clientName}` : `mcp:${clientName}:${workspaceId}`;
}

/** Needs the whole runtime: the tools of a mounted server are in the database, or only the server knows them. */
async function withMounted(open: () => Promise<{ runtime: Runtime }>): Promise<Registry> {
  const { runtime } = await open();
  await runtime.mounted.meet();
  runtime.mounted.start();
  return runtime.registry;
}

/** Opens the authored tools only to list them. The runtime opens its own to run calls. */
async function listAuthored(flags: OpenFlags, loaded: Awaited<ReturnType<typeof loadConfig>>) {
  const { openTools } = await import('../assemble/assemble.ts');
  const authored = await openTools(flags, loaded, () => undefined);
  return {
    presets: authored?.presets ?? [],
    bring: (registry: Registry) => {
      for (const source of authored?.sources((preset) => registry.has(preset)) ?? []) registry.replace(source);
      authored?.follow(registry);
    },
    close: () => authored?.close(),
  };
}
