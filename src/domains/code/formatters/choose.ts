/** Chooses the formatter for each file, and the folder whose settings apply. */
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import type { CommandSandbox } from '../../../ports/command-sandbox.ts';
import { findProgram, lookForProgram } from '../find-program.ts';
import { openProject, type ProjectFolder, upwards } from '../project-folder.ts';
import { formatterNames, formatters, type FormatterName } from './formatters.ts';

/** Files for one run of one formatter. */
export interface FormatterBatch {
  readonly name: FormatterName;
  /** The folder that claims the formatter, or the workspace root. */
  readonly folder: string;
  /** The path of the formatter inside the sandbox. */
  readonly program: string;
  readonly paths: string[];
}

export interface FormatterContext {
  readonly files: ScopedFiles;
  readonly sandbox: CommandSandbox;
  readonly signal: AbortSignal;
}

/** Leaves out files that have no formatter. */
export async function chooseFormatters(
  paths: readonly string[],
  wanted: FormatterName | undefined,
  choosing: FormatterContext,
): Promise<FormatterBatch[]> {
  const opened = new Map<string, Promise<ProjectFolder>>();
  const project = (folder: string): Promise<ProjectFolder> => {
    const known = opened.get(folder) ?? openProject(choosing.files, folder, choosing.signal);
    opened.set(folder, known);
    return known;
  };
  const batches = new Map<string, FormatterBatch>();
  for (const path of paths) {
    const candidates = (wanted === undefined ? formatterNames : [wanted]).filter((name) => understands(name, path));
    const chosen = await choose(path, candidates, project, wanted !== undefined, choosing);
    if (chosen === undefined) continue;
    const key = `${chosen.name} ${chosen.folder} ${chosen.program}`;
    const batch = batches.get(key) ?? { ...chosen, paths: [] };
    batch.paths.push(path);
    batches.set(key, batch);
  }
  return [...batches.values()];
}

const understands = (name: FormatterName, path: string): boolean =>
  formatters[name].endings.some((ending) => path.endsWith(ending));

/** The nearest folder that claims a formatter decides. Otherwise the first installed one of the usual formatters is chosen. */
async function choose(
  path: string,
  candidates: readonly FormatterName[],
  project: (folder: string) => Promise<ProjectFolder>,
  isWanted: boolean,
  { files, sandbox }: FormatterContext,
): Promise<Omit<FormatterBatch, 'paths'> | undefined> {
  if (candidates.length === 0) return undefined;
  const [, ...folders] = upwards(path);
  for (const folder of folders) {
    const found = await project(folder);
    const claimed = candidates.find((name) => formatters[name].claims(found));
    if (claimed === undefined) continue;
    const program = await findProgram(formatters[claimed].program, { files, sandbox, path: folder });
    return { name: claimed, folder, program };
  }
  const place = { files, sandbox, path: folders[0] ?? '' };
  const usual = candidates.filter((name) => isWanted || formatters[name].isUsual);
  for (const name of usual) {
    const program = await lookForProgram(formatters[name].program, place);
    if (program !== undefined) return { name, folder: '', program };
  }
  const [first] = usual;
  return first && { name: first, folder: '', program: await findProgram(formatters[first].program, place) };
}
