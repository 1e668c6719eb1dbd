/** Begins a job that never ends, and says so. */
import { openGraphileJobs } from '../../../src/connectors/jobs/graphile-jobs.ts';

const jobs = openGraphileJobs({ connectionString: process.argv[2] ?? '', failed: () => undefined });
jobs.handle('forever', async () => {
  process.stdout.write('begun');
  await new Promise(() => undefined);
});
await jobs.start();
