import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { FileError } from './file-problem.ts'

/** `FPDF_ERR_PASSWORD` of PDFium's fpdfview.h. */
const PASSWORD_NEEDED = 4
/** A crafted page may ask for any amount; a scanned one takes a tenth of this. */
const MAX_MEMORY_MB = 512

export type Pointer = number

let started: Promise<WrappedPdfiumModule> | null = null

async function start(): Promise<WrappedPdfiumModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const file = await readFile(path)
  const pdfium = await init({ instantiateWasm: instantiateWithin(MAX_MEMORY_MB, file) })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/**
 * PDFium in its WebAssembly memory, one for each thread. A failed instance is not used again.
 * @throws {FileError}
 */
export async function withPdfium<Result>(
  work: (pdfium: WrappedPdfiumModule) => Result,
): Promise<Result> {
  started ??= start()
  try {
    return work(await started)
  } catch (error) {
    if (!(error instanceof FileError)) started = null
    // PDFium aborts when its memory is used up.
    if (error instanceof WebAssembly.RuntimeError) throw new FileError('too_complex')
    throw error
  }
}

/** Opens a PDF for the time of `work`. @throws {FileError} */
export function withPdf<Result>(
  pdfium: WrappedPdfiumModule,
  bytes: Uint8Array,
  work: (document: Pointer, pages: number) => Result,
): Result {
  const memory = copyIn(pdfium, bytes)
  const document = pdfium.FPDF_LoadMemDocument(memory, bytes.length, '')
  try {
    if (document === 0) {
      const needsPassword = pdfium.FPDF_GetLastError() === PASSWORD_NEEDED
      throw new FileError(needsPassword ? 'password' : 'broken_pdf')
    }
    const pages = pdfium.FPDF_GetPageCount(document)
    if (pages < 1) throw new FileError('broken_pdf')
    return work(document, pages)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    pdfium.pdfium.wasmExports.free(memory)
  }
}

function copyIn(pdfium: WrappedPdfiumModule, bytes: Uint8Array): Pointer {
  const memory = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (memory === 0) throw new Error('PDFium has no memory left')
  heapOf(pdfium).set(bytes, memory)
  return memory
}

/** Emscripten's view of the memory, which its types lack. It is replaced when the memory grows. */
export function heapOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as typeof pdfium & { HEAPU8: Uint8Array }).HEAPU8
}

type Receive = (instance: WebAssembly.Instance) => void

const BYTES_PER_MB = 1_048_576
/** Emscripten's import through which the memory grows; it answers whether it did. */
const GROW = 'emscripten_resize_heap'

/**
 * Emscripten's `instantiateWasm`, with a limit of memory that the compiled program does not have. A thread's
 * `resourceLimits` do not count the memory of WebAssembly.
 */
function instantiateWithin(maxMb: number, binary: Uint8Array) {
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
