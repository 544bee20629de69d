import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { Sale } from '@carpeta/domain/sales/sale'
import { differencesNote, statementLabels } from '@carpeta/domain/sales/statement-labels'
import type { Cooperative } from '../config/cooperative-settings.ts'
import { type CsvCell, csvNumber, csvText } from '../csv/csv-writer.ts'
import type { Cell, Column, Fact, Section } from '../pdf/draw-section.ts'

/** Fields of the widest table: every line has the same number (RFC 4180). */
const WIDTH = 5

/** The statement for a spreadsheet. */
export function statementCsv(sale: Sale, sections: Section[], cooperative: Cooperative): string {
  const rows = [
    ...headRows(sale, cooperative),
    ...sections.flatMap(sectionRows),
    [differencesNote(sale.advisor, cooperative.contact_email)],
    [legalNotice],
  ]
  return csvText(rows.map((row) => Array.from({ length: WIDTH }, (_, i) => row[i] ?? '')))
}

function headRows(sale: Sale, { company }: Cooperative): string[][] {
  const review = statementReviewNotice(sale)
  return [
    [statementLabels.title],
    ['Cooperativa', company],
    ['Venta', sale.code],
    ['Proyecto', sale.project],
    ['Condominio', sale.condominium],
    ['Actualizado al', dateTimeInSantiago(sale.asOf ?? '')],
    ...(review ? [[review]] : []),
  ]
}

function sectionRows({ title, facts = [], table, totals = [] }: Section): CsvCell[][] {
  return [
    [title],
    ...facts.flatMap(factRows),
    ...(table ? [table.columns.map(({ header }) => header)] : []),
    ...(table?.rows.map((row) => row.map((cell, i) => tableCell(cell, table.columns[i]))) ?? []),
    ...totals.flatMap(factRows),
  ]
}

/** The unit has a cell of its own, because a number with a unit is a text for a spreadsheet. */
function factRows({ label, value, isAmount, unit, equivalent }: Fact): CsvCell[][] {
  if (!isAmount || value === null) return [[label, value ?? '', unit ?? '']]
  const row = [label, csvNumber(value), unit ?? (value.endsWith('%') ? '%' : '')]
  if (!equivalent) return [row]
  const { pesos, rate, day } = equivalent
  return [
    row,
    [`${label}, aproximado`, csvNumber(pesos), 'pesos', `UF del ${day}`, csvNumber(rate)],
  ]
}

/** The URL of a link: a spreadsheet would show its text only. */
function tableCell({ text, note, href }: Cell, column: Column | undefined): CsvCell {
  if (column?.isAmount && text !== null) return csvNumber(text)
  return [href ?? text, note].filter(Boolean).join(', ')
}
