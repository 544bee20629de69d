/** Limits of the PDF work that runs in threads: drawing, rendering, joining and checking. */
export interface PdfLimits {
  /** Jobs that run at the same time, each for another user. */
  threads: number
  /** Jobs that may wait or run; further ones get a 503. */
  max: number
  /** Jobs of one user that may wait or run; further ones get a 429. */
  maxOfOwner: number
  /** A drawing that takes longer is ended. */
  timeoutMs: number
  /** The memory of a thread; a drawing that needs more is ended. */
  memoryMb: number
}

export const pdfLimits: PdfLimits = {
  // One user has one of them at most, so a second stays for the others.
  threads: 2,
  max: 20,
  maxOfOwner: 2,
  timeoutMs: 20_000,
  memoryMb: 512,
}

/** A page of a member's PDF as a picture. */
export const renderLimits = {
  dpi: 150,
  /** Larger pages get a coarser picture. */
  maxPixels: 4_000_000,
  maxSide: 4000,
}
