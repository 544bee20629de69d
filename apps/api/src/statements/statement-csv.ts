import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { Sale } from '@carpeta/domain/sales/sale'
import { differencesNote, statementLabels } from '@carpeta/domain/sales/statement-labels'
import { stringify } from 'csv-stringify/sync'
import type { Cooperative } from '../config/cooperative.ts'
import type { Cell, Fact, Section } from '../pdf/section.ts'

/** As wide as the widest table: every line has the same number of fields (RFC 4180). */
const WIDTH = 5

/** The statement as a table: RFC 4180, with the mark by which Excel knows that it is UTF-8. */
export function statementCsv(sale: Sale, sections: Section[], cooperative: Cooperative): string {
  const rows = [
    ...headRows(sale, cooperative),
    ...sections.flatMap(sectionRows),
    [differencesNote(sale.advisor, cooperative.contact_email)],
    [legalNotice],
  ]
  const records = rows.map((row) => Array.from({ length: WIDTH }, (_, i) => inert(row[i] ?? '')))
  return stringify(records, {
    bom: true,
    record_delimiter: 'windows',
    // A line break that is none of ours would else end the record.
    quoted_match: /[\r\n]/,
  })
}

function headRows(sale: Sale, { company }: Cooperative): string[][] {
  return [
    [statementLabels.title],
    ['Cooperativa', company],
    ['Venta', sale.code],
    ['Proyecto', sale.project],
    ['Condominio', sale.condominium],
    ['Actualizado al', dateTimeInSantiago(sale.asOf ?? '')],
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

/** Of a link the address: its words would lead nowhere in a spreadsheet. */
function cellText({ text, note, href }: Cell): string {
  return [href ?? text, note].filter(Boolean).join(', ')
}

/** A number of ours, plain, in pesos or in percent, negative ones too. */
const FIGURE = /^-?\$?\d[\d.]*(,\d+)?(\u00a0%)?$/

/** What spreadsheets take for a formula, in full width too. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Not by csv-stringify's `escape_formulas`, which takes a negative number for one. */
function inert(text: string): string {
  return FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text
}
