import { z } from 'zod'

const schema = z.object({
  corte: z.iso.datetime({ offset: true }),
  ventas: z.number().int().nonnegative(),
})

export interface ExportHeader {
  /** The instant up to which the export is true. */
  cutoff: Date
  /** How many sales follow. */
  announced: number
}

/** `{"corte":"2026-11-20T06:00:00-03:00","ventas":1234}`; null for anything else. */
export function readExportHeader(json: string | null): ExportHeader | null {
  try {
    const { corte, ventas } = schema.parse(JSON.parse(json ?? ''))
    return { cutoff: new Date(corte), announced: ventas }
  } catch {
    return null
  }
}
