/** `deputize scripted-model`: a model for tests, which answers with what a file says. */
import { DeputizeError } from '../../../core/index.ts';
import { readPort, requirePositional, type CliCommand } from '../flags.ts';

export const scriptedModel: CliCommand = {
  summary: 'Play a script as a model that speaks OpenAI’s API, for tests',
  usage: `deputize scripted-model FILE [--port N]

FILE is YAML or JSON: a list of turns. Listens on loopback (a free port unless one is named). Ctrl-C stops it.`,
  options: {
    port: { type: 'string', value: 'N', description: 'The port to listen on. Default: a free one.' },
  },
  async run(input, environment) {
    const file = requirePositional(input, 0, 'The file of the script');
    const port = readPort(input);
    let text: string;
    try {
      text = environment.readFile(file);
    } catch (error) {
      throw new DeputizeError('FILE_NOT_FOUND', `${file} cannot be read.`, { cause: error });
    }
    const { url, stopped } = await environment.scriptedModel(text, port);
    if (input.isJson) environment.out(JSON.stringify({ url, pid: process.pid }));
    else environment.out(`The scripted model is ready at ${url}`);
    await stopped;
    return 0;
  },
};
