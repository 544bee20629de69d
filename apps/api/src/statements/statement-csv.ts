import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { statementReviewNotice } from '@carpeta/domain/sales/findings/under-review'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { Sale } from '@carpeta/domain/sales/sale'
import { differencesNote, statementLabels } from '@carpeta/domain/sales/statement-labels'
import { stringify } from 'csv-stringify/sync'
import type { Cooperative } from '../config/cooperative.ts'
import type { Cell, Fact, Section } from '../pdf/section.ts'

/** Fields of the widest table: every line has the same number (RFC 4180). */
const WIDTH = 5

/** RFC 4180, with a byte order mark so that Excel reads UTF-8. */
export function statementCsv(sale: Sale, sections: Section[], cooperative: Cooperative): string {
  const rows = [
    ...headRows(sale, cooperative),
    ...sections.flatMap(sectionRows),
    [differencesNote(sale.advisor, cooperative.contact_email)],
    [legalNotice],
  ]
  const records = rows.map((row) =>
    Array.from({ length: WIDTH }, (_, i) => withoutFormula(row[i] ?? '')),
  )
  return stringify(records, {
    bom: true,
    record_delimiter: 'windows',
    // A single CR or LF would otherwise end the record.
    quoted_match: /[\r\n]/,
  })
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

function sectionRows({ title, facts = [], table, totals = [] }: Section): string[][] {
  return [
    [title],
    ...facts.map(factRow),
    ...(table ? [table.columns.map(({ header }) => header)] : []),
    ...(table?.rows.map((row) => row.map(cellText)) ?? []),
    ...totals.map(factRow),
  ]
}

function factRow({ label, value, unit }: Fact): string[] {
  return [label, value ?? '', unit ?? '']
}

/** The URL of a link: a spreadsheet would show its text only. */
function cellText({ text, note, href }: Cell): string {
  return [href ?? text, note].filter(Boolean).join(', ')
}

/** A formatted number: plain, in pesos or in percent, also negative. */
const FIGURE = /^-?\$?\d[\d.]*(,\d+)?(\u00a0%)?$/

/** Spreadsheets run these as a formula, full-width characters too. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Replaces csv-stringify's `escape_formulas`, which escapes negative numbers too. */
function withoutFormula(text: string): string {
  return FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text
}
