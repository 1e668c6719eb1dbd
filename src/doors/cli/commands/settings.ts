/** `deputize settings`: off, ask or allow, for a tool or a pattern. */
import type { Principal, Runtime } from '../../../core/index.ts';
import { usageError, requirePositional, type CliCommand, type CliInput } from '../flags.ts';

type SettingPlace = Parameters<Runtime['removeSetting']>[0];

const LEVELS = ['organization', 'department', 'user'] as const;
const VALUES = ['off', 'ask', 'allow'] as const;

export const settings: CliCommand = {
  summary: 'Switch tools off, or ask about them',
  usage: `deputize settings list | set PATTERN off|ask|allow | unset PATTERN [--level organization|department|user] [--subject ID]

PATTERN is a tool's name or a glob, with PRESET/ before it for one preset only. The strictest level wins: what is off above
cannot be switched on below. allow is for one user: what would ask because of its risk alone runs without asking. unset removes
a setting. The level is yours unless you say otherwise. What holds for the whole system is in the
configuration, under "settings".`,
  options: {
    level: { type: 'string', value: 'LEVEL', description: 'organization, department or user. Default: user.' },
    subject: {
      type: 'string',
      value: 'ID',
      description:
        'The organization, department or user that the setting is for. A department has to be named; otherwise the default is your own.',
    },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const opened = await environment.open(input.open);
    const { runtime } = opened;
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'list': {
          const all = await runtime.settings(person);
          if (input.isJson) environment.out(JSON.stringify({ settings: all }));
          else if (all.length === 0) environment.out('Nothing is set: the policy alone decides.');
          else
            for (const { level, pattern, value, set_by } of all)
              environment.out(`${value.padEnd(6)} ${pattern}  (${level}, by ${set_by})`);
          return 0;
        }
        case 'set': {
          const value = VALUES.find((known) => known === requirePositional(input, 2, 'off, ask or allow'));
          if (!value) throw usageError('A setting is off, ask or allow.');
          const { level, subject, pattern } = readPlace(input, person);
          await runtime.changeSetting(level, subject, pattern, value, person);
          environment.out(
            input.isJson ? JSON.stringify({ level, subject, pattern, value }) : `${pattern} is ${value} (${level}).`,
          );
          return 0;
        }
        case 'unset':
        case 'remove': {
          const place = readPlace(input, person);
          await runtime.removeSetting(place, person);
          environment.out(
            input.isJson ? JSON.stringify({ ...place, value: null }) : `${place.pattern} is not set (${place.level}).`,
          );
          return 0;
        }
        default:
          throw usageError(`settings does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function readPlace(input: CliInput, person: Principal): SettingPlace {
  const pattern = requirePositional(input, 1, 'The tool or pattern');
  const level = LEVELS.find((known) => known === (input.text('level') ?? 'user'));
  if (!level) throw usageError(`--level is ${LEVELS.join(', ')}.`);
  const subjects = { organization: person.organizationId, department: '', user: person.userId };
  const subject = input.text('subject') ?? subjects[level];
  if (subject === '') throw usageError('--subject names the department.');
  return { level, subject, pattern };
}
