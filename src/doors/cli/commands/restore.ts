/** `deputize restore`: a backup becomes a data folder again. */
import { requirePositional, type CliCommand } from '../flags.ts';

export const restore: CliCommand = {
  summary: 'Put a backup into a new data folder',
  usage: `deputize restore FILE --data DIR [--keys FILE]

DIR must be new or empty: nothing is overwritten. Every file is compared with what was backed up, the database is checked, and then the
audit from its first record on. The keys of the contents are in FILE.keys, beside the backup: without them the audit holds, and arguments,
results and conversations cannot be read.`,
  options: {
    keys: {
      type: 'string',
      value: 'FILE',
      description: 'The file of the content keys. Default: FILE.keys beside the backup.',
    },
  },
  async run(input, environment) {
    const { file, files, keyFile } = await environment.restore(
      input.open,
      requirePositional(input, 0, 'The backup'),
      input.text('keys'),
    );
    const folder = file;
    const opened = await environment.open({ ...input.open, data: folder, database: 'embedded' });
    try {
      const audit = await opened.runtime.audit.verify(opened.keptCheckpoints());
      if (input.isJson) environment.out(JSON.stringify({ folder, files, audit }));
      else {
        environment.out(`Restored ${files} files into ${folder}.`);
        if (keyFile === undefined)
          environment.out(
            'Without the keys (--keys FILE), recorded arguments, results and conversations cannot be read.',
          );
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
