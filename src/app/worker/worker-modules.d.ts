/** What a Worker's bundle can import beside code: text, and WebAssembly that is compiled and not yet instantiated. */
declare module '*.md' {
  const text: string;
  export default text;
}
/** Keeps the I/O of the request that runs now until the work is done. */
declare module 'cloudflare:workers' {
  export function waitUntil(work: Promise<unknown>): void;
}
declare module '*.wasm' {
  const compiled: WebAssembly.Module;
  export default compiled;
}
