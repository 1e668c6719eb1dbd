/** `deputize backup`: everything in one file. */
import { requirePositional, type CliCommand } from '../flags.ts';

export const backup: CliCommand = {
  summary: 'Write everything into one file',
  usage: `deputize backup FILE

FILE becomes a .tar.gz with the database, what it refers to, the keys and the configuration, as they were at one moment. It can be made
while a server runs. It is read again before it is called done. It contains the keys: keep it as safe as the machine itself.`,
  options: {},
  async run(input, environment) {
    const { file, files, isWithoutObjects } = await environment.createBackup(
      input.open,
      requirePositional(input, 0, 'The file to write'),
    );
    if (input.isJson) environment.out(JSON.stringify({ file, files, isWithoutObjects }));
    else {
      environment.out(`Written and checked: ${file}, ${files} files.`);
      if (isWithoutObjects)
        environment.out(
          'Mail, files and earlier versions are in the bucket that the configuration names, and not in it.',
        );
    }
    return 0;
  },
};
