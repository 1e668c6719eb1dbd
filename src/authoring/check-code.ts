/** Checks the modules of a handler without running them: syntax, imports and exports. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parse, type ModuleDeclaration, type Program, type Statement } from 'acorn';

import { stripTypes } from '../lib/node/strip-types.ts';
import type { FaultReporter } from './build-fault.ts';
import { show } from './build-fault.ts';
import { toAliasPath, PACKAGES } from './packages.ts';
import type { ToolFolder } from './read-folder.ts';

/** Built-in modules that a handler may import. The process that runs handlers has the same list. */
const HARMLESS =
  /^(?:node:)?(?:assert|assert\/strict|buffer|path|path\/posix|querystring|string_decoder|timers|timers\/promises|url|util|util\/types)$/;

export const isHarmless = (specifier: string): boolean => HARMLESS.test(specifier);
/** Whether a specifier names a package. Built-in modules of Node.js are not packages. */
export const isPackage = (specifier: string): boolean =>
  /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w./-]+)?$/i.test(specifier) && !isBuiltin(specifier);

export function checkCode(
  { name, files }: ToolFolder,
  shared: ReadonlyMap<string, string>,
  report: FaultReporter,
): void {
  const handler = findHandler(files);
  if (handler === undefined) return;
  for (const [path, text] of files) {
    if (!/\.(?:js|mjs|ts)$/.test(path) || path.startsWith(PACKAGES)) continue;
    const program = parseModule(path, text, report);
    if (!program) continue;
    const exists = (specifier: string): boolean => {
      if (!/^\.{1,2}\//.test(specifier)) return files.has(toAliasPath(specifier));
      const target = posix.join(name, posix.dirname(path), specifier);
      return shared.has(target) || (target.startsWith(`${name}/`) && files.has(target.slice(name.length + 1)));
    };
    for (const { specifier, line } of listImports(program)) checkImport(path, specifier, line, exists, report);
    if (path === handler && !listExports(program).has('execute')) {
      report(path, 1, 'no export named "execute"', 'export async function execute({ args, context }) { … }');
    }
  }
}

/** The file name of the handler, if there is exactly one. */
export function findHandler(files: ReadonlyMap<string, string>): string | undefined {
  const found = ['handler.js', 'handler.ts'].filter((name) => files.has(name));
  return found.length === 1 ? found[0] : undefined;
}

function checkImport(
  path: string,
  specifier: string,
  line: number,
  exists: (specifier: string) => boolean,
  report: FaultReporter,
): void {
  if (isHarmless(specifier)) return;
  if (!/^\.{1,2}\//.test(specifier)) {
    // The build has already reported every problem with packages.
    if (exists(specifier) || isPackage(specifier)) return;
    const mend = 'a handler reaches nothing but its context; put what it needs into its own folder';
    report(path, line, `an import of ${show(specifier)}`, mend);
  } else if (!exists(specifier)) {
    const mend = 'name a file of the tool’s own folder, or of a folder that begins with an underscore, with its ending';
    report(path, line, `an import of ${show(specifier)}, which is not there`, mend);
  }
}

function parseModule(path: string, text: string, report: FaultReporter): Program | undefined {
  try {
    const source = path.endsWith('.ts') ? stripTypes(text) : text;
    return parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/ \(\d+:\d+\)$/, '') : String(error);
    report(path, findErrorLine(error), `a syntax error: ${message.split('\n')[0] ?? ''}`, 'correct the code there');
    return undefined;
  }
}

function findErrorLine(error: unknown): number {
  const place: unknown = error instanceof Error ? Reflect.get(error, 'loc') : undefined;
  if (typeof place === 'object' && place !== null) return Number(Reflect.get(place, 'line'));
  // An error of `stripTypeScriptTypes` has its line number in the first line of the stack.
  return Number(/^[^\n]*:(\d+)\n/.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1] ?? 1);
}

function listImports(program: Program): { specifier: string; line: number }[] {
  const found: { specifier: string; line: number }[] = [];
  // Imports inside functions are refused at run time, because their specifiers can be computed.
  for (const statement of program.body) {
    const source = 'source' in statement ? statement.source : undefined;
    if (source && typeof source.value === 'string')
      found.push({ specifier: source.value, line: statement.loc?.start.line ?? 1 });
  }
  return found;
}

function listExports(program: Program): Set<string> {
  return new Set(program.body.flatMap(listExportedNames));
}

function listExportedNames(statement: Statement | ModuleDeclaration): string[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  const listed = specifiers.map(({ exported }) => ('name' in exported ? exported.name : String(exported.value)));
  if (!declaration) return listed;
  if (declaration.type !== 'VariableDeclaration') return [...listed, declaration.id.name];
  return [...listed, ...declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))];
}
