/** `deputize move`: from the data folder to PostgreSQL and a bucket. */
import { usageError, type CliCommand } from '../flags.ts';

export const move: CliCommand = {
  summary: 'Move everything from the data folder to PostgreSQL',
  usage: `deputize move --to postgres://USER@HOST/NAME [--objects s3://BUCKET/PREFIX?endpoint=URL]

Brings every table over in one transaction, reads all of it again, verifies the audit there, and only then commits. With --objects,
mail, files and earlier versions go into the bucket as well, each compared by its hash. The database must be empty and nothing may
run on the data folder, which is only read. Interrupted, it can be run again.`,
  options: {
    to: { type: 'string', value: 'URL', description: 'The PostgreSQL database to move to. It must be empty.' },
  },
  async run(input, environment) {
    const to = input.text('to');
    if (to === undefined) throw usageError('--to is missing.');
    const { progress } = environment;
    const objects = input.open.objects;
    const moved = await environment.move(input.open, {
      ...{ to, objects },
      onProgress: (what, done, total) => progress?.(`${what}: ${done} of ${total}`),
    });
    progress?.('');
    if (input.isJson) {
      environment.out(JSON.stringify(moved));
      return 0;
    }
    for (const { name, rows, digest } of moved.tables)
      if (rows > 0) environment.out(`${name.padEnd(32)} ${String(rows).padStart(10)}  ${digest.slice(0, 16)}`);
    environment.out(`${'audit'.padEnd(32)} holds there: ${moved.audit.records} records.`);
    environment.out(
      moved.objects
        ? `${moved.objects.objects} objects are in the bucket, ${moved.objects.bytes} bytes, each compared by its hash.`
        : 'Mail, files and earlier versions stay in the data folder; for more than one node move them too, with --objects.',
    );
    environment.out(
      'Next: start with --database and --objects, or name them in deputize.yaml (database, objects.s3). Every node needs keys/ and\nsecrets/ of this data folder. The folder is as it was: do not start on it without --database again.',
    );
    return 0;
  },
};
