/** What the API uses of WebAssembly, which TypeScript declares with the browser's types only. */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type Imports = Record<string, Record<string, unknown>>

  class Module {
    constructor(binary: Uint8Array)
  }

  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }

  class RuntimeError extends Error {}
}
