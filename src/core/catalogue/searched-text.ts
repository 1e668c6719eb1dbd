/** Selects the texts of a tool for the search. Their length is limited, because foreign servers could add words to rank higher. */
import type { Json, JsonObject } from '../../ports/json.ts';
import type { Tool } from '../contract.ts';

/** The searched texts of a tool, one for each weighted field of the index. */
export interface SearchedText {
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
  /** The sections on when to use it, and the examples. They contain the words that users say. */
  readonly uses: string;
}

const MAX = { title: 100, description: 1_500, parameters: 2_000, uses: 2_000 };
const MAX_DEPTH = 5;
const USES = /^#{1,6}\s+.*\b(?:summary|when to use|use cases?|examples?)\b.*$/i;

/** Collects the texts of a tool and cuts each one to its limit. */
export function searchedText(tool: Tool): SearchedText {
  const { name, title, summary, description, documentation } = tool;
  return {
    name: title === name ? name : `${name} ${title.slice(0, MAX.title)}`,
    description: (description.includes(summary) ? description : `${summary} ${description}`).slice(0, MAX.description),
    parameters: parameterText(tool.input.json),
    uses: documentation === description ? '' : extractUses(documentation),
  };
}

function parameterText(schema: Json): string {
  let text = '';
  const add = (more: string): void => {
    if (text.length < MAX.parameters) text += ` ${more}`;
  };
  const visit = (node: Json, depth: number): void => {
    if (depth > MAX_DEPTH || text.length >= MAX.parameters || !isObject(node)) return;
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword === 'description' && typeof value === 'string') add(value);
      else if (keyword === 'enum' && Array.isArray(value))
        for (const one of value) if (typeof one === 'string') add(one);
      if (keyword !== 'properties' || !isObject(value)) {
        visit(value, depth + 1);
        continue;
      }
      for (const [name, property] of Object.entries(value)) {
        add(name);
        visit(property, depth + 1);
      }
    }
  };
  visit(schema, 0);
  return text.slice(0, MAX.parameters);
}

/** Returns the sections about the uses of a tool, without the code in them. */
function extractUses(documentation: string): string {
  let isUse = false;
  let isCode = false;
  let level = 0;
  let text = '';
  for (const line of documentation.slice(0, 10 * MAX.uses).split('\n')) {
    const marks = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (marks !== undefined && !isCode && (!isUse || marks <= level)) {
      isUse = USES.test(line);
      level = marks;
    } else if (isUse && !isCode) text += `${line}\n`;
    if (text.length >= MAX.uses) break;
  }
  return text.slice(0, MAX.uses);
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
