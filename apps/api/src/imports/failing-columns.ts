import { wantedForms } from '@carpeta/domain/imports/reject-reasons'
import { groupThousands } from '@carpeta/domain/text/counted'
import type { Transaction } from '../db/client.ts'
import { isFigureStored } from '../sales/emptied-figures-store.ts'
import { partOf, type SeenColumns } from './seen-columns.ts'
import { formedColumns, isExportPart } from './sources/export-parts.ts'
import {
  keepFirstReject,
  type RejectedColumn,
  rejectedColumns,
  unchangedCodes,
} from './staging-store.ts'

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
