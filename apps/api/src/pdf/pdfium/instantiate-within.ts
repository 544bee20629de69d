type Receive = (instance: WebAssembly.Instance) => void

const BYTES_PER_MB = 1_048_576
/** Emscripten's import through which the memory grows; it answers whether it did. */
const GROW = 'emscripten_resize_heap'

/**
 * Emscripten's `instantiateWasm`, with a limit of memory that the compiled program does not have. A thread's
 * `resourceLimits` do not count the memory of WebAssembly.
 */
export function instantiateWithin(maxMb: number, binary: Uint8Array) {
  return (imports: WebAssembly.Imports, receive: Receive): WebAssembly.Exports => {
    const grow = imports.env?.[GROW]
    if (typeof grow !== 'function') throw new Error(`PDFium no longer imports ${GROW}`)
    const growWithin = (bytes: number) => bytes >>> 0 <= maxMb * BYTES_PER_MB && grow(bytes)
    const limited = { ...imports, env: { ...imports.env, [GROW]: growWithin } }
    const module = new WebAssembly.Module(binary)
    const instance = new WebAssembly.Instance(module, limited)
    receive(instance)
    return instance.exports
  }
}
