/** docs/configuration.md: every key of `deputize.yaml`, from its schema. */
import { configSchema } from '../../src/app/config/schema.ts';
import { code, listFields, toJsonSchema, type SchemaField } from './json-schema.ts';
import { escapeText, GENERATED, writeTable } from './markdown.ts';

export const listConfigurationKeys = (): SchemaField[] => listFields(toJsonSchema(configSchema));

export function writeConfigurationPage(example: string): string {
  const fields = listConfigurationKeys();
  const keys = fields.filter(({ path }) => !path.includes('.'));
  const single = keys.filter(({ path }) => !hasChildren(path, fields));
  const sections = keys.filter(({ path }) => hasChildren(path, fields));
  return [
    GENERATED,
    INTRODUCTION,
    '```yaml',
    example.trimEnd(),
    '```',
    TYPES,
    '## Single keys',
    writeKeyTable(single),
    ...sections.flatMap((section) => [
      `## ${section.path}`,
      escapeText(section.description ?? ''),
      writeKeyTable(fields.filter(({ path }) => path.startsWith(`${section.path}.`))),
    ]),
    ENVIRONMENT,
  ].join('\n\n');
}

const hasChildren = (path: string, fields: readonly SchemaField[]): boolean =>
  fields.some((field) => field.path.startsWith(`${path}.`));

const writeKeyTable = (fields: readonly SchemaField[]): string =>
  writeTable(
    ['key', 'type', 'default', 'meaning'],
    fields.map((field) => [code(field.path), field.type, writeDefault(field), escapeText(field.description ?? '')]),
  );

function writeDefault({ isRequired, default: value }: SchemaField): string {
  if (isRequired) return 'required';
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || isEmpty ? '' : code(value);
}

const INTRODUCTION = `# Configuration

Deputize needs no configuration to start. What you set is in one file, \`deputize.yaml\`. It is in the data folder, or \`--config FILE\` names it.

The file is checked at start. If a key is wrong or unknown, the error names the key and what is accepted, and nothing starts. The file is never read from the current folder, because an assistant may be able to write there. The console changes some keys under **Set up**; comments in the file are kept.

An example with the most common keys:`;

const TYPES = `## Types of values

| type | how to write it |
| --- | --- |
| duration | a number and a unit, such as \`30s\`, \`15m\`, \`1h\` or \`7d\` |
| secret | the place of the secret, never the secret itself: \`{ env: NAME }\` for an environment variable, \`{ file: PATH }\` for a file, or \`{ stored: NAME }\` for a secret that \`deputize connect\` stored |
| path | relative to the folder of \`deputize.yaml\`; \`~/\` is your home folder |
| map | keys that you choose, written as \`NAME\` below |

An empty default means that the key is not set.`;

const ENVIRONMENT = `## Environment variables

| variable | meaning |
| --- | --- |
| \`DEPUTIZE_DATA\` | The data folder, as \`--data\`. |
| \`DEPUTIZE_CONFIG\` | The configuration file, as \`--config\`. |
| \`DEPUTIZE_DATABASE\` | The database, as \`--database\`. |
| \`DEPUTIZE_OBJECTS\` | The object storage, as \`--objects\`. |
| \`DEPUTIZE_MODEL\` | The model to chat with, as \`PROVIDER/MODEL\`, when \`models\` is not set. |
| \`OPENAI_API_KEY\`, \`GEMINI_API_KEY\`, \`ANTHROPIC_API_KEY\` | A key of a provider. Its model is used when \`models\` is not set. |
| \`OPENAI_BASE_URL\` | The address of an OpenAI-compatible server. |`;
