/** A WebAssembly file as a Worker imports it: compiled, not yet instantiated. */
declare module '*.wasm' {
  const compiled: WebAssembly.Module;
  export default compiled;
}
