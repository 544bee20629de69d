import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { AcceptableRefusal } from '@carpeta/domain/imports/load-consequences'
import { wantedForms } from '@carpeta/domain/imports/reject-reasons'
import { counted, groupThousands } from '@carpeta/domain/text/counted'
import type { Transaction } from '../db/client.ts'
import { type EmptiedFigure, isFigureStored } from '../sales/emptied-figures-store.ts'
import type { UnusualChange, UnusualKind } from '../sales/unusual-changes-store.ts'
import { partOf, type SeenColumns } from './field-reader.ts'
import { formedColumns, isExportPart } from './sources/export-parts.ts'
import type { ExportHeader } from './sources/export-source.ts'
import {
  keepFirstReject,
  type RejectedColumn,
  rejectedColumns,
  type StagedCounts,
  unchangedCodes,
} from './staging-store.ts'

const MAX_WITHDRAWN_PERCENT = 10
/** A few sales change so on any day: a plan is renegotiated, a payment is annulled, a sale is transferred. */
const FEW = { sales: 3, percent: 1 }
const MAX_NAMED_FIGURES = 3
const MINUTE_MS = 60_000
/** How far accounting's clock may run fast. */
const MAX_FUTURE_MINUTES = 10

export interface RefusalLimits {
  /** Refuses the whole load above this share of bad sales. */
  maxRejectsPercent?: number
  /** Refusals that a person accepts. */
  accepts?: readonly AcceptableRefusal[]
}

export type RefusalCode = AcceptableRefusal | 'header' | 'another_load' | 'future_cutoff' | 'count'

export interface Refusal {
  code: RefusalCode
  sentence: string
}

/** Why a header refuses the whole load, before any sale is read; null when it does not. */
export function headerRefusal(
  header: ExportHeader | null,
  { newest, now, accepts = [] }: RefusalLimits & { newest: Date | null; now: Date },
): Refusal | null {
  if (header === null) {
    const sentence =
      'La primera línea debe ser {"corte": "fecha y hora con zona", "ventas": número de ventas}.'
    return { code: 'header', sentence }
  }
  const { cutoff } = header
  if (cutoff.getTime() > now.getTime() + MAX_FUTURE_MINUTES * MINUTE_MS) {
    const sentence = `El corte ${dateTimeInSantiago(cutoff)} está en el futuro; ahora es ${dateTimeInSantiago(now)}.`
    return { code: 'future_cutoff', sentence }
  }
  if (!accepts.includes('older_cutoff') && newest && cutoff < newest) {
    const sentence = `El corte ${dateTimeInSantiago(cutoff)} es anterior al ya cargado (${dateTimeInSantiago(newest)}).`
    return { code: 'older_cutoff', sentence }
  }
  return null
}

/**
 * Why the staged sales refuse the whole load; null when they do not. @param failing what is wrong with whole
 * columns
 */
export function salesRefusal(
  counts: StagedCounts,
  announced: number,
  { accepts = [], maxRejectsPercent = 1, failing = [] }: RefusalLimits & { failing?: string[] },
): Refusal | null {
  if (counts.lines !== announced) {
    const reason = counts.lines < announced ? 'está cortado' : 'no calza'
    const sentence = `El archivo ${reason}: anuncia ${sales(announced)} y trae ${counts.lines}.`
    return { code: 'count', sentence }
  }
  const hasManyRejects = counts.bad * 100 > counts.lines * maxRejectsPercent
  if (hasManyRejects && !accepts.includes('too_many_rejects')) {
    const bad = counts.bad === 1 ? 'se rechaza' : 'se rechazan'
    const many = `${counts.bad} de ${sales(counts.lines)} ${bad}: más del ${maxRejectsPercent} % permitido.`
    return { code: 'too_many_rejects', sentence: [many, ...failing].join(' ') }
  }
  // A line without a readable code may be any of the missing sales.
  const vanishing = counts.withoutCode === 0 ? counts.vanishing : 0
  const wouldVanish = vanishing * 100 > counts.shown * MAX_WITHDRAWN_PERCENT
  if (wouldVanish && !accepts.includes('too_many_withdrawn')) {
    const verb = vanishing === 1 ? 'Desaparecería' : 'Desaparecerían'
    const sentence = `${verb} ${vanishing} de ${sales(counts.shown)}: más del ${MAX_WITHDRAWN_PERCENT} %.`
    return { code: 'too_many_withdrawn', sentence }
  }
  return null
}

/** Why figures that a load leaves empty refuse it; null when they do not. */
export function emptiedRefusal(
  figures: EmptiedFigure[],
  shown: number,
  { accepts = [] }: RefusalLimits,
): Refusal | null {
  const emptied = figures[0]?.allSales ?? 0
  if (isFew(emptied, shown) || accepts.includes('emptied_figures')) return null
  const named = figures.slice(0, MAX_NAMED_FIGURES).map(({ name, part, sales: count, example }) => {
    return `«${name}» de ${part} en ${sales(count)}, como ${example}`
  })
  const more = figures.length > MAX_NAMED_FIGURES ? '; y otros' : ''
  const sentence = `En ${sales(emptied)} quedarían vacíos montos o fechas que hoy están: ${named.join('; ')}${more}.`
  return { code: 'emptied_figures', sentence }
}

const unusualNames: Record<UnusualKind, string> = {
  holder: 'cambia el titular',
  price: 'cambia el precio',
  plan: 'las cuotas suman menos de la mitad o más del doble',
  paid: 'más de tres cuotas dejan de deberse de una vez',
  payments: 'faltan pagos, o suman menos de la mitad o más del doble',
}

/** Why changes that no day makes in so many sales refuse a load; null when they do not. */
export function unusualRefusal(
  changes: UnusualChange[],
  shown: number,
  { accepts = [] }: RefusalLimits,
): Refusal | null {
  const many = changes.filter((change) => !isFew(change.sales, shown))
  if (many.length === 0 || accepts.includes('unusual_changes')) return null
  const named = many.map(
    ({ kind, sales: count, example }) =>
      `${unusualNames[kind]} en ${sales(count)}, como ${example}`,
  )
  const sentence = `Cambian a la vez muchas ventas que hoy se ven: ${named.join('; ')}.`
  return { code: 'unusual_changes', sentence }
}

function isFew(count: number, shown: number): boolean {
  return count <= Math.max(FEW.sales, (shown * FEW.percent) / 100)
}

function sales(count: number): string {
  return counted(count, 'venta', 'ventas')
}

/**
 * Says once what is rejected in every row of a column of dates or numbers: the column is written in another
 * form, and its rows say nothing more. Sales that were taken over unread count as they are stored. @returns a sentence for each of these columns
 */
export async function nameFailingColumns(
  tx: Transaction,
  { readable }: SeenColumns,
): Promise<string[]> {
  const sentences: string[] = []
  for (const column of await rejectedColumns(tx)) {
    const { file, field, rows, value, reason } = column
    const { part, name } = placeOf(column)
    if (!isExportPart(part) || !formedColumns[part].has(name)) continue
    if (readable.has(`${part}.${name}`)) continue
    if (await isFigureStored(tx, { part, name }, unchangedCodes)) continue
    const form = wantedForms[reason]
    const wanted = form === undefined ? '' : `; se espera ${form}`
    const none = `en ninguna de las ${groupThousands(String(rows))} filas`
    await keepFirstReject(tx, { file, field }, `${reason} ${none}${wanted}`)
    const shown = `La columna «${name}» de ${file || part} falla en todas sus filas`
    sentences.push(`${shown}: «${value}» ${reason}${wanted}.`)
  }
  return sentences
}

function placeOf({ file, field }: RejectedColumn): { part: string; name: string } {
  if (file === '') return { part: partOf(field), name: field.slice(field.lastIndexOf('.') + 1) }
  return { part: file.replace(/\.\w+$/, ''), name: field }
}
