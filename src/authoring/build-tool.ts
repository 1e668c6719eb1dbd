/** Looks one folder over and makes its registry entry, or says everything that is wrong with it. */
import { isObject } from '../core/schema/keywords.ts';
import { toAnthropic } from '../core/schema/anthropic.ts';
import { toGemini } from '../core/schema/gemini.ts';
import { toMcp } from '../core/schema/mcp.ts';
import { toOpenAiChat } from '../core/schema/openai.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { RegistryEntry } from '../ports/tool-registry.ts';
import { ANY_OBJECT, toToolOutline } from './contract/authored-tool.ts';
import { checkCode, findHandler } from './check-code.ts';
import { checkFields, type FieldReport } from './check-fields.ts';
import { checkSchema } from './check-schema.ts';
import { checkDocumentation, checkSummary } from './check-text.ts';
import type { FaultReporter } from './build-fault.ts';
import { jsonLines, lineOfSyntaxError } from './json-lines.ts';
import type { ToolFolder } from './read-folder.ts';

const DOCUMENTS = ['schema.json', 'doc_summary.md', 'doc.md'];

/** Undefined when something was reported. */
export function buildTool(
  folder: ToolFolder,
  digest: string,
  shared: ReadonlyMap<string, string>,
  reportField: FaultReporter,
): RegistryEntry | undefined {
  let isWhole = true;
  const report: FaultReporter = (...fault) => {
    isWhole = false;
    reportField(...fault);
  };
  const { files } = folder;
  for (const name of DOCUMENTS) if (!files.has(name)) report(name, 1, 'no such file', 'a tool is four files: add it');
  const handlers = ['handler.js', 'handler.ts'].filter((name) => files.has(name));
  if (handlers.length === 0)
    report('handler.js', 1, 'no such file', 'a tool is four files: add handler.js or handler.ts');
  if (handlers.length === 2) report('handler.ts', 1, 'a second handler', 'keep handler.js or handler.ts, not both');

  const schema = readSchema(folder, report);
  checkCode(folder, shared, report);
  const summary = files.get('doc_summary.md');
  const documentation = files.get('doc.md');
  if (summary !== undefined) checkSummary(summary, report);
  if (documentation !== undefined) checkDocumentation(documentation, report);
  const handler = findHandler(files);
  if (!isWhole || !schema || summary === undefined || documentation === undefined || handler === undefined)
    return undefined;
  return buildEntry(schema, { digest, summary: summary.trim(), documentation, handler, code: selectCodeFiles(files) });
}

function readSchema({ name, files }: ToolFolder, report: FaultReporter): JsonObject | undefined {
  const text = files.get('schema.json');
  if (text === undefined) return undefined;
  const file = 'schema.json';
  let schema: Json;
  try {
    schema = JSON.parse(text) as Json;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/ in JSON at position.*/s, '') : '';
    report(file, lineOfSyntaxError(text, error), `no valid JSON: ${why}`, 'correct it there');
    return undefined;
  }
  if (!isObject(schema)) {
    report(file, 1, 'no object', 'write one JSON object with the fields of the tool');
    return undefined;
  }
  const lines = jsonLines(text);
  const reportField: FieldReport = (pointer, found, mend) => report(file, lines.lineOf(pointer), found, mend);
  for (const { key, line } of lines.twice)
    report(file, line, `the key "${key}" twice in one object`, 'keep one of them');
  checkFields(schema, name, reportField);
  for (const field of ['parameters', 'output']) {
    const inner = Object.hasOwn(schema, field) ? schema[field] : undefined;
    if (isObject(inner)) checkSchema(inner, `/${field}`, reportField);
  }
  return schema;
}

function selectCodeFiles(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].filter(([path]) => !DOCUMENTS.includes(path)));
}

type Fields = Omit<RegistryEntry, keyof Written | 'providers'> & { $schema?: string };
type Written = Pick<RegistryEntry, 'digest' | 'summary' | 'documentation' | 'handler' | 'code'>;

/** Everything was checked: the fields are what the entry says they are. */
function buildEntry(schema: JsonObject, written: Written): RegistryEntry {
  const { $schema: _, toolId, ...fields } = schema as unknown as Fields;
  const { digest, ...rest } = written;
  const entry = { toolId, digest, ...fields, ...rest };
  const described = {
    ...toToolOutline(entry),
    input: { json: entry.parameters },
    output: { json: entry.output ?? ANY_OBJECT },
  };
  const providers = {
    openai: toOpenAiChat(described).tool,
    gemini: toGemini(described).tool,
    anthropic: toAnthropic(described).tool,
    mcp: toMcp(described).tool,
  };
  return { ...entry, providers: providers as unknown as RegistryEntry['providers'] };
}
