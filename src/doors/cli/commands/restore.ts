/** `deputize restore`: a backup becomes a data folder again. */
import { requirePositional, type CliCommand } from '../flags.ts';

export const restore: CliCommand = {
  summary: 'Put a backup into a new data folder',
  usage: `deputize restore FILE --data DIR

DIR must be new or empty: nothing is overwritten. Every file is compared with what was backed up, the database is checked, and then the
audit from its first record on.`,
  options: {},
  async run(input, environment) {
    const { file: folder, files } = await environment.restore(input.open, requirePositional(input, 0, 'The backup'));
    const opened = await environment.open({ ...input.open, data: folder, database: 'embedded' });
    try {
      const audit = await opened.runtime.audit.verify(opened.keptCheckpoints());
      if (input.isJson) environment.out(JSON.stringify({ folder, files, audit }));
      else {
        environment.out(`Restored ${files} files into ${folder}.`);
        environment.out(
          audit.ok
            ? `The audit holds: ${audit.records} records.`
            : `The audit is broken at record ${audit.seq}: ${audit.message}`,
        );
      }
      return audit.ok ? 0 : 1;
    } finally {
      await opened.close();
    }
  },
};
