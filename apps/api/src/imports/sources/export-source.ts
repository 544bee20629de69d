import { instantInSantiago } from '@carpeta/domain/dates/dates'
import { readWrittenDate } from '@carpeta/domain/dates/written-dates'
import { z } from 'zod'
import type { Transaction } from '../../db/client.ts'
import type { Reject } from '../field-reader.ts'

/** Where accounting's sales come from: a file, a folder, a database. */
export interface ExportSource {
  /** As the history of loads shows it. */
  name: string
  /** @throws {UnreadableExport} */
  open: (tx: Transaction) => Promise<OpenedExport>
}

export interface OpenedExport {
  /** Null when the first line is no header. */
  header: ExportHeader | null
  /** To be read once. @throws {UnreadableExport} */
  sales: AsyncIterable<ExportedLine>
  /** SHA-256 of what was exported; complete when all sales were read. */
  hash: () => string
  /** From 0 to 1, of the bytes. */
  progress: () => number
  close: () => Promise<void>
}

/** One sale of an export, as JSON in the format of `docs/accounting-export.md`. */
export interface ExportedLine {
  /** 1-based, as an editor counts. */
  number: number
  /** Null when the line is not UTF-8 or too long. */
  json: string | null
  /** The faults that the source itself found. */
  rejects?: LocatedReject[]
  /**
   * The place of a broken rule in a sale that was joined from several files; null for one that only
   * follows from a fault that the source found.
   */
  locate?: (reject: Reject) => LocatedReject | null
}

export interface LocatedReject extends Reject {
  /** Empty where the export is one file. */
  file: string
  line: number
}

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

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const LOCAL =
  /^(\d{4}-\d{2}-\d{2}|\d{1,2}[-/]\d{1,2}[-/]\d{4})[T ](\d{1,2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/

/** The cut-off of a database or a workbook: a time without a zone is Chile's. Null for anything else. */
export function cutoffInstant(text: string): Date | null {
  if (WITH_ZONE.test(text)) {
    const instant = new Date(text.replace(' ', 'T'))
    return Number.isNaN(instant.getTime()) ? null : instant
  }
  const [, day = '', clock = '', seconds = '0'] = LOCAL.exec(text) ?? []
  const date = readWrittenDate(day)?.date
  const time = clock.padStart(5, '0')
  if (!date || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  return new Date(instantInSantiago(date, time).getTime() + Number(seconds) * 1000)
}
