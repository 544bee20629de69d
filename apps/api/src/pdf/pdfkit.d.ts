declare namespace PDFKit.Mixins {
  /** Options of pdfkit 0.20 that its types lack. */
  interface StructureElementOptions {
    scope?: 'Column' | 'Row'
    /** Left, top, right and bottom. */
    bbox?: [number, number, number, number]
  }
}
