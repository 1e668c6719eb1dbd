/** Which kind of field a JSON Schema asks for. What is too involved for one is written as JSON. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly default?: unknown;
  readonly maxLength?: number;
}

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'json';

export function kindOf({ type, enum: choices, properties, items }: FieldSchema): FieldKind {
  if (choices?.every((choice) => typeof choice === 'string')) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'object' && properties) return 'object';
  if (type === 'array' && items && kindOf(items) === 'text') return 'list';
  return 'json';
}

export type Args = Readonly<Record<string, unknown>>;
