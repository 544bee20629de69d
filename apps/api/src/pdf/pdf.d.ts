declare namespace PDFKit.Mixins {
  /** Options of pdfkit 0.20 that its types lack. */
  interface StructureElementOptions {
    scope?: 'Column' | 'Row'
    /** Left, top, right and bottom. */
    bbox?: [number, number, number, number]
  }

  /** An opened picture; a photo has the orientation of its EXIF data. */
  interface OpenedImage {
    width: number
    height: number
    orientation?: number
  }

  interface PDFImage {
    openImage(src: Buffer): OpenedImage
    image(src: OpenedImage, x: number, y: number, options: ImageOption): this
  }
}

/** The parts of WebAssembly that the API uses; TypeScript declares them only with the browser's types. */
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
