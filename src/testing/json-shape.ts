/** Reading foreign JSON without trusting its shape. */
export type Shape = { readonly [key: string]: unknown };

export function isShape(value: unknown): value is Shape {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
