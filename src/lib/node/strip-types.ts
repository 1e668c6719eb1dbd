/** Replaces the types of TypeScript by blanks, so that every line stays where it is. */
import { stripTypeScriptTypes } from 'node:module';

/** Returns the text without its types. Throws a SyntaxError for invalid syntax, or for syntax with an effect, such as an enum. */
export function stripTypes(text: string): string {
  const warn = process.emitWarning.bind(process);
  // Node.js warns that `stripTypeScriptTypes` is experimental. Authors of tools do not need this warning.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = warn;
  }
}
