/** `deputize org`: the organization, and others on the same installation. */
import { usageError, requirePositional, type CliCommand } from '../flags.ts';

export const org: CliCommand = {
  summary: 'Show and rename the organization, or add another',
  usage: `deputize org show | rename NAME | add NAME --admin-name NAME --admin-email ADDRESS

Another organization on the same installation shares nothing with this one but the program and the database.`,
  options: {
    'admin-name': {
      type: 'string',
      value: 'NAME',
      description: 'add: the name of the first administrator of the new organization.',
    },
    'admin-email': { type: 'string', value: 'ADDRESS', description: 'add: the e-mail address of that administrator.' },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'show';
    const opened = await environment.open(input.open);
    const { people } = opened.runtime;
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'show':
        case 'rename': {
          if (verb === 'rename') await people.renameOrganization(person, requirePositional(input, 1, 'The name'));
          const { id, name, users, departments } = await people.organization(person);
          environment.out(
            input.isJson
              ? JSON.stringify({ id, name, users, departments })
              : `${name} (${id}): ${users} users in ${departments} departments`,
          );
          return 0;
        }
        case 'add': {
          const name = requirePositional(input, 1, 'The name');
          const admin = { name: input.text('admin-name'), email: input.text('admin-email') };
          if (admin.name === undefined || admin.email === undefined)
            throw usageError('--admin-name and --admin-email say who looks after it.');
          const made = await people.createOrganization(person, {
            name,
            admin: { name: admin.name, email: admin.email },
          });
          environment.out(
            input.isJson
              ? JSON.stringify({ ...made, name })
              : `Added ${name}: ${made.id}, administrator ${made.adminId}`,
          );
          return 0;
        }
        default:
          throw usageError(`org does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};
