/** What tools and doors take from the core, by name. */
export { buildTool, defineTool } from './contract.ts';
export type { CallContext, Facts, Preview, PreviewPart, Risk, RunContext, Tool } from './contract.ts';
export { DeputizeError, errorCodes, toErrorValue } from './errors.ts';
export type { ErrorCode, ErrorType, ErrorValue } from './errors.ts';
