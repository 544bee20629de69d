import { createHash, randomBytes } from 'node:crypto'
import { readSale } from '@carpeta/contract/read-sale'
import { outdatedNotice } from '@carpeta/domain/dates/business-days'
import { type CalendarDate, dateTimeInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import { statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import {
  FOLIO_BYTES,
  formatFolio,
  printedContent,
  readFolio,
} from '@carpeta/domain/sales/printed-content'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isVisible } from '@carpeta/domain/sales/sale-rules'
import { differencesNote, statementLabels } from '@carpeta/domain/sales/statement-labels'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import { type Cooperative, cooperativeOf } from '../config/cooperative-settings.ts'
import { type CsvCell, csvNumber, csvText } from '../csv/csv-writer.ts'
import type { Database } from '../db/client.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import type { Cell, Column, Fact, Section } from '../pdf/draw-section.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { parseExactly } from '../sales/exact-json.ts'
import { type OwnSale, readOwnSales, wasOutdated } from '../sales/own-sales.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import type { StatementDocument } from './statement-pdf.ts'
import { statementSections } from './statement-sections.ts'
import {
  findOwnStatement,
  findStatement,
  findWithoutPrintedHash,
  type IssuedStatement,
  saveFolio,
  savePrintedHash,
} from './statements-store.ts'

export interface StatementServices {
  db: Database
  config: Config
  limits: RateLimits
  pdfs: PdfPool
}

const PDF_MODULE = new URL('./statement-pdf.ts', import.meta.url)

interface StatementFile {
  name: string
  content: Buffer | string
}

/**
 * The statement as PDF, with a folio; without one in a view as the member, in whose name staff issue nothing.
 * @throws {NotFound} when the member does not see the sale
 * @throws what `PdfPool.takeTurn` throws, before a folio is issued
 */
export async function issuePdf(
  services: StatementServices,
  caller: SignedInCaller,
  { code, signal }: { code: string; signal: AbortSignal },
): Promise<StatementFile> {
  const { db, pdfs } = services
  return pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) => {
    const { own, sale, sections } = await readStatement(services, caller, code)
    const issue = await callerTransaction(db, caller, async (tx, caller) => {
      if (caller.viewer !== null) {
        await recordAuditEvent(tx, caller, issued(own, { format: 'pdf' }))
        return { folio: null, issuedOn: todayInSantiago(new Date()) }
      }
      const statement = await saveFolio(tx, {
        folio: formatFolio(randomBytes(FOLIO_BYTES)),
        saleId: own.id,
        userId: caller.user.id,
        asOf: own.asOf,
        contentHash: own.contentHash,
        printedHash: printedHash(own.view),
      })
      await recordAuditEvent(tx, caller, issued(own, { format: 'pdf', folio: statement.folio }))
      return statement
    })
    const content = await drawStatement(services, draw, { sale, sections, ...issue })
    return { name: fileName(own, 'pdf'), content }
  })
}

/**
 * Draws a statement again that was issued to the caller: no copy is stored, so only while no field of its
 * sale has changed. Folio, cut-off and what depends on the day are those of the issue.
 * @throws {NotFound} once the sale has changed, and for the folio of somebody else
 */
export async function drawIssued(
  services: StatementServices,
  caller: SignedInCaller,
  { folio, signal }: { folio: string; signal: AbortSignal },
): Promise<{ name: string; content: Buffer }> {
  const { db, pdfs } = services
  const issue = await findOwnStatement(db, { folio, userId: caller.user.id })
  if (issue === null) throw new NotFound()
  const { code, issuedOn, asOf, contentHash } = issue
  return pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) => {
    const { own, sale, sections } = await readStatement(services, caller, code, issuedOn)
    if (own.contentHash !== contentHash) throw new NotFound()
    await recordAuditEvent(db, caller, issued(own, { format: 'pdf', folio }))
    const ofIssue = { asOf, isOutdated: await wasOutdated(db, asOf, issuedOn) }
    const statement = { sale: { ...sale, ...ofIssue }, sections, folio, issuedOn }
    const content = await drawStatement(services, draw, statement)
    return { name: fileName({ ...own, asOf }, 'pdf'), content }
  })
}

async function drawStatement(
  { config }: StatementServices,
  draw: Draw,
  statement: Pick<StatementDocument, 'sale' | 'sections' | 'folio' | 'issuedOn'>,
): Promise<Buffer> {
  const verifyUrl = new URL('/verify-statement', config.publicUrl)
  verifyUrl.searchParams.set('folio', statement.folio ?? '')
  const whole: StatementDocument = {
    ...statement,
    cooperative: cooperativeOf(config),
    verifyUrl: verifyUrl.href,
  }
  return Buffer.from(await draw<Uint8Array>(PDF_MODULE, JSON.stringify(whole)))
}

/** The statement for a spreadsheet, without a folio. @throws {NotFound} when the sale is not the member's */
export async function issueCsv(
  services: StatementServices,
  caller: SignedInCaller,
  code: string,
): Promise<StatementFile> {
  const { db, config } = services
  const { own, sale, sections } = await readStatement(services, caller, code)
  await recordAuditEvent(db, caller, issued(own, { format: 'csv' }))
  return {
    name: fileName(own, 'csv'),
    content: statementCsv(sale, sections, cooperativeOf(config)),
  }
}

/** The data of the member's screen, read by the server. */
async function readStatement(
  services: StatementServices,
  caller: SignedInCaller,
  code: string,
  day: CalendarDate = todayInSantiago(new Date()),
): Promise<{ own: OwnSale; sale: Sale; sections: Section[] }> {
  await services.limits.statements.consume(String(caller.id))
  const sales = await readOwnSales(services, caller, day)
  const own = sales.find((each) => each.code === code)
  if (!own) throw new NotFound()
  const sale = readSale(parseExactly(own.json) as Record<string, unknown>)
  if (!isVisible(sale)) throw new NotFound()
  return { own, sale, sections: statementSections(sale, day) }
}

/** About the holder, also when somebody else reads the sale. */
function issued(own: OwnSale, after: Record<string, string>) {
  return {
    action: 'statement.issued' as const,
    object: { type: 'sale', id: own.code },
    subjectId: own.holderId,
    after,
  }
}

/** The sale's code, with safe characters only, and the day of its figures. */
function fileName({ code, asOf }: OwnSale, extension: 'pdf' | 'csv'): string {
  const plainCode = code.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return `estado-de-cuenta-${plainCode}-${todayInSantiago(new Date(asOf))}.${extension}`
}

interface CheckedStatement {
  folio: string
  /** ISO 8601 in UTC. */
  issuedAt: string
  isCurrent: boolean
}

/**
 * Tells anyone with a folio when the statement was issued and whether it is still current.
 * @throws {NotFound} · {Throttled} for an address that guesses folios
 */
export async function checkFolio(
  { db, limits }: { db: Database; limits: RateLimits },
  { address }: Caller,
  typed: string,
): Promise<CheckedStatement> {
  const folio = readFolio(typed)
  const statement = folio === null ? null : await findStatement(db, folio)
  if (folio === null || statement === null) {
    await limits.folioFailures.consume(address)
    throw new NotFound()
  }
  return { folio, issuedAt: statement.issuedAt, isCurrent: isCurrent(statement) }
}

/** Current: the portal shows the sale, and what was printed is what would be printed now. */
function isCurrent({ view, isUnchanged, printedHash: printed }: IssuedStatement): boolean {
  if (view === null) return false
  return isUnchanged || printed === printedHash(view) || printed === printedHash(view, '1.1.0')
}

const BATCH = 200

/** SHA-256 of what a statement of this sale shows. @param view the sale's JSON text */
function printedHash(view: string, form?: '1.1.0'): string {
  const sale = readSale(parseExactly(view) as Record<string, unknown>)
  return createHash('sha256').update(printedContent(sale, form)).digest('hex')
}

/**
 * Statements of release 1.1.0 that are still valid: the sale has not changed, so what it prints now is
 * what was printed.
 */
export async function completePrintedHashes(db: Database): Promise<void> {
  let found = await findWithoutPrintedHash(db, BATCH)
  while (found.length > 0) {
    for (const each of found) await savePrintedHash(db, each, printedHash(each.view))
    found = await findWithoutPrintedHash(db, BATCH)
  }
}

/** Fields of the widest table: every line has the same number (RFC 4180). */
const WIDTH = 5

/** The statement for a spreadsheet. */
function statementCsv(sale: Sale, sections: Section[], cooperative: Cooperative): string {
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
    ...(sale.isOutdated ? [[outdatedNotice]] : []),
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
