/** Says in plain words what was found and what is accepted: models and people read these messages to correct a call. */
import type { ValidationIssue } from '../contract.ts';
import type { SchemaViolation } from './ajv-compiler.ts';
import { escapePointer } from './keywords.ts';

const SHOWN = 120;

type Explain = (fault: SchemaViolation) => string;

const count = (fault: SchemaViolation, what: string, size: (found: unknown) => number): string =>
  `found ${size(fault.found)} ${what}; accepted ${fault.keyword.startsWith('min') ? 'at least' : 'at most'} ${show(fault.accepted)}`;
const bound =
  (words: string): Explain =>
  (fault) =>
    `found ${show(fault.found)}; accepted is a number ${words} ${show(fault.accepted)}`;
const letters: Explain = (fault) => count(fault, 'characters', (found) => Array.from(String(found)).length);
const entries: Explain = (fault) => count(fault, 'items', (found) => (Array.isArray(found) ? found.length : 0));
const keys: Explain = (fault) => count(fault, 'properties', (found) => Object.keys(Object(found) as object).length);

const unknownName: Explain = ({ properties }) =>
  `this property is unknown; ${properties.length > 0 ? `accepted are ${list(properties, ', ')}` : 'none is accepted here'}`;

const byKeyword: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['type', (fault) => `found ${kind(fault.found)}; accepted is ${list(fault.accepted, ' or ')}`],
  ['required', ({ params }) => `"${String(params['missingProperty'])}" is missing; it is required`],
  [
    'dependentRequired',
    ({ params }) => `"${String(params['missingProperty'])}" is missing; it goes with "${String(params['property'])}"`,
  ],
  ['additionalProperties', unknownName],
  ['unevaluatedProperties', unknownName],
  ['enum', (fault) => `found ${show(fault.found)}; accepted is one of ${list(fault.accepted, ', ')}`],
  ['const', (fault) => `found ${show(fault.found)}; accepted is only ${show(fault.accepted)}`],
  ['minLength', letters],
  ['maxLength', letters],
  ['minItems', entries],
  ['maxItems', entries],
  ['minProperties', keys],
  ['maxProperties', keys],
  ['minimum', bound('not below')],
  ['maximum', bound('not above')],
  ['exclusiveMinimum', bound('above')],
  ['exclusiveMaximum', bound('below')],
  ['multipleOf', bound('that is a multiple of')],
  ['pattern', (fault) => `found ${show(fault.found)}; accepted is text matching ${show(fault.accepted)}`],
  ['format', (fault) => `found ${show(fault.found)}; accepted is text of the format ${show(fault.accepted)}`],
  [
    'uniqueItems',
    ({ params }) =>
      `items ${String(params['j'])} and ${String(params['i'])} are equal; accepted are only different items`,
  ],
  ['anyOf', () => 'fits none of the accepted forms'],
  [
    'oneOf',
    ({ params }) =>
      params['passingSchemas']
        ? 'fits more than one of the accepted forms; exactly one is accepted'
        : 'fits none of the accepted forms',
  ],
  ['not', () => 'has a form that is not accepted'],
  ['false schema', () => 'nothing is accepted here'],
  ['if', () => 'does not fit the form that its other values call for'],
  ['propertyNames', ({ params }) => `the name "${String(params['propertyName'])}" is not accepted for a property`],
]);

const unknownKey: ReadonlyMap<string, string> = new Map([
  ['additionalProperties', 'additionalProperty'],
  ['unevaluatedProperties', 'unevaluatedProperty'],
]);

/** Turns a violation into an issue with the path and a message: what was found, and what is accepted. */
export function explain(fault: SchemaViolation): ValidationIssue {
  const key = unknownKey.get(fault.keyword);
  const path = key === undefined ? fault.path : fault.path + escapePointer(String(fault.params[key]));
  return { path, message: byKeyword.get(fault.keyword)?.(fault) ?? fault.message };
}

function list(value: unknown, between: string): string {
  const parts = Array.isArray(value) ? value : [value];
  const shown = parts.slice(0, 20).map((part) => (between === ', ' ? show(part) : String(part)));
  return shown.join(between) + (parts.length > 20 ? ' …' : '');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function kind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `the ${typeof value} ${show(value)}`;
}
