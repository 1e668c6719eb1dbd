/** The examples of a tool's documentation, tried against its parameters. */
import { isObject } from '../core/schema/keywords.ts';
import { jsonSchema } from '../core/schema/json-schema-tool.ts';
import type { JsonObject } from '../ports/json.ts';
import { isNamed, parseSections } from './check-text.ts';
import type { FaultReporter } from './build-fault.ts';

/** Answers how many there were. */
export function tryExamples(documentation: string, parameters: JsonObject, report: FaultReporter): number {
  const section = parseSections(documentation).find(({ title }) => isNamed(title, 'Examples'));
  const schema = jsonSchema(parameters, '/parameters');
  const examples = section ? [...findJsonBlocks(section.body, section.line)] : [];
  if (examples.length === 0)
    report('doc.md', section?.line ?? 1, 'no example', 'show at least one call as a ```json block under "## Examples"');
  for (const { text, line } of examples) {
    const args = read(text);
    if (args === undefined) report('doc.md', line, 'an example that is no JSON object', 'write the arguments as JSON');
    else {
      const checked = schema.validate(args);
      if (checked.ok) continue;
      for (const { path, message } of checked.issues)
        report(
          'doc.md',
          line,
          `an example that is refused: ${path || 'the arguments'}: ${message}`,
          'correct the example or the schema',
        );
    }
  }
  return examples.length;
}

function* findJsonBlocks(text: string, from: number): Generator<{ text: string; line: number }> {
  for (const found of text.matchAll(/^ {0,3}```json[^\n]*\n([\s\S]*?)^ {0,3}```/gm)) {
    yield { text: found[1] ?? '', line: from + text.slice(0, found.index).split('\n').length };
  }
}

function read(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
