/** What the configuration says about the sandbox, as the sandbox takes it. */
import { StagingBudget } from '../../connectors/sandbox/staging-budget.ts';
import type { Config } from '../config/config.ts';

const MB = 1024 * 1024;

async function publicReach() {
  const { mayBeReached, resolvePublic } = await import('../../connectors/web/resolve-public.ts');
  return { lookup: (host: string) => resolvePublic(host), isPublic: mayBeReached };
}

export function sandboxOptions({ sandbox }: Config) {
  const { memoryMB, processes, cpuSeconds, diskMB, temporaryMB, outputKB, files, cgroups } = sandbox;
  return {
    limits: {
      memoryBytes: memoryMB * MB,
      processes,
      cpuSeconds,
      writtenBytes: diskMB * MB,
      temporaryBytes: temporaryMB * MB,
      outputBytes: outputKB * 1024,
      createdFiles: files,
    },
    cgroups,
    network: sandbox.network.allow,
    reach: publicReach,
  };
}

/** What all runs of this process may create together. */
export function createStagingBudget({ sandbox: { totalDiskMB, totalFiles } }: Config): StagingBudget {
  return new StagingBudget({ bytes: totalDiskMB * MB, entries: totalFiles });
}
