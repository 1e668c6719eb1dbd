/** Starts the scripted model from the text of a file, and says in our words what is wrong with it. */
import { DeputizeError } from '../../core/index.ts';
import { parseScript, startScriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts';

export async function playScript(text: string, port = 0): Promise<ScriptedModel> {
  return startScriptedModel({ script: await read(text), port }).catch((error: unknown) => {
    throw new DeputizeError('NOT_AVAILABLE', `Port ${port} cannot be listened on.`, {
      details: { port },
      cause: error,
    });
  });
}

async function read(text: string): ReturnType<typeof parseScript> {
  try {
    return await parseScript(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The script cannot be read.';
    throw new DeputizeError('INVALID_CONFIGURATION', message, { cause: error });
  }
}
