/** Blanks the types out of TypeScript, so that every line stays where it is. */
import { stripTypeScriptTypes } from 'node:module';

export function stripTypes(text: string): string {
  const warn = process.emitWarning.bind(process);
  // Node warns that this function is young, which says nothing to the people who use it.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = warn;
  }
}
