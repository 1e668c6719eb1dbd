/** 300 described functions of the project's own, in the form in which models meet them: with Python's names of types. */
import type { JsonObject } from '../../src/ports/json.ts';
import { toolLines } from './tool-lines.ts';

export interface DescribedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

const SHAPES: Readonly<Record<string, JsonObject>> = {
  array: { items: { type: 'string' } },
  tuple: { items: { type: 'integer' } },
  dict: {
    properties: {
      format: { type: 'string', enum: ['csv', 'json'], default: 'csv' },
      precision: { type: 'float' },
      extra: { type: 'any' },
    },
    required: ['format'],
  },
};

const lines = toolLines
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string, string]);

const things = 'shipment,vineyard,sculpture,telescope,harbour,orchestra,quarry,beehive,glacier,tapestry'.split(',');
const records = 'permit,inspection,maintenance plan,owner,photo archive'.split(',');
const verbs = [
  ['list', 'Lists every', 'limit:integer=Most results to return;after:string=Cursor of the last result'],
  ['archive', 'Archives the', 'id:string!=Identifier;keep_years:float=How long it is kept'],
  ['approve', 'Approves the', 'id:string!=Identifier;level:string(first,second)!=Stage;notify:array=Who is informed'],
  ['export', 'Exports the', 'id:string!=Identifier;options:dict!=How the file is written;range:tuple=First and last'],
] as const;

/** Tools that no request means: they make the search among the others harder. */
const fillers: DescribedTool[] = things.flatMap((thing) =>
  records.flatMap((record) =>
    verbs.map(([verb, begin, parameters]) => ({
      name: `${thing}_${record.replaceAll(' ', '_')}_${verb}`,
      description: `${begin} ${record} of a ${thing}. The ${thing} is given by the registry that holds it.`,
      parameters: parseParameters(`registry:string!=Registry of the ${thing};${parameters}`),
    })),
  ),
);

export const ownTools: readonly DescribedTool[] = [
  ...lines.map(([name, description, parameters]) => ({ name, description, parameters: parseParameters(parameters) })),
  ...fillers,
];

export const ownRequests: readonly { readonly request: string; readonly tool: string }[] = lines.map(
  ([tool, , , request]) => ({ request, tool }),
);

/** Reads `name:type(choices)!=description`, where `!` means required. */
function parseParameters(text: string): JsonObject {
  const parts = text.split(';').map((part) => {
    const [, name = '', type = '', choices, required, description = ''] =
      /^(\w+):(\w+)(?:\(([^)]*)\))?(!)?=(.*)$/.exec(part) ?? [];
    const described = { type, description, ...SHAPES[type], ...(choices ? { enum: choices.split(',') } : {}) };
    return { name, described, isRequired: required === '!' };
  });
  return {
    type: 'dict',
    properties: Object.fromEntries(parts.map(({ name, described }) => [name, described])),
    required: parts.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}
