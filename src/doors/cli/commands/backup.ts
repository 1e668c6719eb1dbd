/** `deputize backup`: everything in one file. */
import { requirePositional, type CliCommand } from '../flags.ts';

export const backup: CliCommand = {
  summary: 'Write everything into one file',
  usage: `deputize backup FILE

FILE becomes a .tar.gz with the database, what it refers to, the keys and the configuration, as they were at one moment. It can be made
while a server runs. It is read again before it is called done. It contains keys: keep it as safe as the machine itself.
The keys of recorded contents are written to FILE.keys. Keep them apart, and only the newest: after "deputize erase", an older one could
still open what was erased.`,
  options: {},
  async run(input, environment) {
    const { file, files, keyFile, isWithoutObjects } = await environment.createBackup(
      input.open,
      requirePositional(input, 0, 'The file to write'),
    );
    if (input.isJson) environment.out(JSON.stringify({ file, files, keyFile, isWithoutObjects }));
    else {
      environment.out(`Written and checked: ${file}, ${files} files.`);
      environment.out(`The keys of recorded contents: ${keyFile}. Keep them apart, and only the newest.`);
      if (isWithoutObjects)
        environment.out(
          'Mail, files and earlier versions are in the bucket that the configuration names, and not in it.',
        );
    }
    return 0;
  },
};
