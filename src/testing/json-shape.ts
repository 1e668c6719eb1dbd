/** Reading foreign JSON without trusting its shape. */
export type JsonShape = { readonly [key: string]: unknown };

export function isJsonShape(value: unknown): value is JsonShape {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function toUnknownList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
