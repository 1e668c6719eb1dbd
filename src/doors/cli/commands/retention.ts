/** `deputize retention`: how long contents are kept, and what is kept now. */
import { DeputizeError } from '../../../core/index.ts';
import { usageError, type CliCommand } from '../flags.ts';

const DAY_MS = 86_400_000;

export const retention: CliCommand = {
  summary: 'Show how long contents are kept, or erase older ones now',
  usage: `deputize retention [show | apply]

show says how long arguments, results, previews, undo records and messages are kept (retention.contents in deputize.yaml), and what is
kept now. apply erases what is older, at once. A running server does so each hour. The audit stays whole.`,
  options: {},
  async run(input, environment) {
    const verb = input.words[0] ?? 'show';
    if (verb !== 'show' && verb !== 'apply') throw usageError(`retention does not know "${verb}".`);
    const opened = await environment.open(input.open);
    try {
      const { erasure } = opened.runtime;
      const { keepMs: keepContentsMs } = erasure;
      const person = await opened.owner('person', 'cli');
      if (verb === 'apply') {
        if (keepContentsMs === undefined)
          throw new DeputizeError(
            'INVALID_CONFIGURATION',
            'Contents are kept until they are erased. Set "retention: { contents: 90d }" in deputize.yaml first.',
          );
        const contents = await erasure.eraseBefore(Date.now() - keepContentsMs);
        environment.out(input.isJson ? JSON.stringify({ contents }) : `Erased ${contents} contents.`);
        return 0;
      }
      const report = await erasure.report(person);
      if (input.isJson) environment.out(JSON.stringify({ keepMs: keepContentsMs ?? null, ...report }));
      else {
        environment.out(
          keepContentsMs === undefined
            ? 'Contents are kept until they are erased.'
            : `Contents are kept for ${Math.round((keepContentsMs / DAY_MS) * 100) / 100} days.`,
        );
        environment.out(
          `${report.kept} are kept${report.oldest ? `, the oldest from ${report.oldest}` : ''}; ${report.erased} were erased.`,
        );
      }
      return 0;
    } finally {
      await opened.close();
    }
  },
};
