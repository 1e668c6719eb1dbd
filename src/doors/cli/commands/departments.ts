/** `deputize departments`: the parts of the organization that things are shared in. */
import { usageError, requirePositional, type CliCommand } from '../flags.ts';

export const departments: CliCommand = {
  summary: 'List, add, rename and remove departments',
  usage: 'deputize departments list | add NAME | rename ID NAME | remove ID',
  options: {},
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const opened = await environment.open(input.open);
    const { people } = opened.runtime;
    const print = (value: object, text: string): void => environment.out(input.isJson ? JSON.stringify(value) : text);
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'list': {
          const all = await people.departments(person);
          if (input.isJson) environment.out(JSON.stringify({ departments: all }));
          else for (const { id, name, members } of all) environment.out(`${id}  ${name}  ${members} members`);
          return 0;
        }
        case 'add': {
          const name = requirePositional(input, 1, 'The name');
          const id = await people.createDepartment(person, name);
          print({ id, name }, `Added ${name}: ${id}`);
          return 0;
        }
        case 'rename': {
          const [id, name] = [
            requirePositional(input, 1, 'The department’s id'),
            requirePositional(input, 2, 'The name'),
          ];
          await people.renameDepartment(person, id, name);
          print({ id, name }, `${id} is ${name} now.`);
          return 0;
        }
        case 'remove': {
          const id = requirePositional(input, 1, 'The department’s id');
          await people.removeDepartment(person, id);
          print({ removed: id }, `Removed ${id}.`);
          return 0;
        }
        default:
          throw usageError(`departments does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};
