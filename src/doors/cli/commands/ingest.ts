/** `deputize ingest`: imports mail from files. */
import { DeputizeError, showHidden, toErrorValue } from '../../../core/index.ts';
import type { CliEnvironment, MailInFile, CliRuntime } from '../environment.ts';
import { usageError, type CliCommand } from '../flags.ts';

/** How many mails are delivered concurrently, so that they share commits. */
const AT_ONCE = 256;
const BAR = 24;
const REFUSALS_SHOWN = 20;
const SHOW_EVERY_MS = 100;

interface Tally {
  stored: number;
  known: number;
  readonly refused: { place: string; reason: string }[];
  readonly problems: { place: string; id: string; problem: string }[];
}

export const ingest: CliCommand = {
  summary: 'Take mail in from files',
  usage: `deputize ingest FILE…

FILE is a message (.eml), an mbox, or a folder of either, such as a Maildir. The same mail is kept once, however often it is read.
What cannot be taken is named with its reason, and the exit code is then 1.`,
  options: {},
  async run(input, environment) {
    if (input.words.length === 0) throw usageError('Name at least one file or folder.');
    const opened = await environment.open(input.open);
    const tally: Tally = { stored: 0, known: 0, refused: [], problems: [] };
    try {
      await takeAll(opened, input.words, tally, environment);
      await opened.checkpoint();
    } finally {
      await opened.close();
    }
    const { stored, known, refused, problems } = tally;
    if (input.isJson) environment.out(JSON.stringify({ stored, known, refused, problems }));
    else {
      for (const { place, reason } of refused.slice(0, REFUSALS_SHOWN))
        environment.err(showHidden(`not taken: ${place}: ${reason}`));
      for (const { place, problem } of problems.slice(0, REFUSALS_SHOWN))
        environment.err(showHidden(`taken, but: ${place}: ${problem}`));
      environment.out(
        `${stored} ${stored === 1 ? 'mail' : 'mails'} taken in, ${known} known already, ${refused.length} not taken.`,
      );
    }
    return refused.length > 0 ? 1 : 0;
  },
};

async function takeAll(
  opened: CliRuntime,
  paths: readonly string[],
  tally: Tally,
  { progress }: CliEnvironment,
): Promise<void> {
  const onTheWay = new Set<Promise<void>>();
  let shownAt = 0;
  try {
    for await (const mail of opened.mailFiles(paths)) {
      if (onTheWay.size >= AT_ONCE) await Promise.race(onTheWay);
      const one = take(opened, mail, tally).finally(() => onTheWay.delete(one));
      onTheWay.add(one);
      if (!progress || Date.now() - shownAt < SHOW_EVERY_MS) continue;
      shownAt = Date.now();
      progress(`${bar(mail.share)} ${tally.stored + tally.known} mails`);
    }
  } finally {
    await Promise.allSettled(onTheWay);
    progress?.('');
  }
  await Promise.all(onTheWay);
}

/** A refused mail is reported, and the import continues. A full disk ends the import, because every other mail would fail too. */
async function take({ inbox }: CliRuntime, { place, found }: MailInFile, tally: Tally): Promise<void> {
  if ('refused' in found) {
    tally.refused.push({ place, reason: found.refused });
    return;
  }
  try {
    const { state, id, problem } = await inbox.deliver(found.bytes, { via: 'file' });
    tally[state] += 1;
    if (problem !== undefined) tally.problems.push({ place, id, problem });
  } catch (error) {
    const { code, message } = toErrorValue(error);
    if (code === 'STORAGE_FULL') throw new DeputizeError(code, message, { cause: error });
    tally.refused.push({ place, reason: message });
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}
