import { createHash, randomBytes } from 'node:crypto'
import { readSale } from '@carpeta/contract/read-sale'
import { outdatedNotice } from '@carpeta/domain/dates/business-days'
import { type CalendarDate, dateTimeInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import { type UnrecordedPaper, unrecordedNotice } from '@carpeta/domain/payments/waiting-payments'
import { statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import { type PaperFact, paperIdentity, paperTotals } from '@carpeta/domain/sales/paper-facts'
import {
  certifiedContent,
  FOLIO_BYTES,
  folioMark,
  formatFolio,
  kindOfFolio,
  type PaperKind,
  printedContent,
  readFolio,
} from '@carpeta/domain/sales/printed-content'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isVisible } from '@carpeta/domain/sales/sale-rules'
import {
  type StatementDays,
  statementDaysError,
  statementDaysNote,
} from '@carpeta/domain/sales/statement-days'
import { differencesNote, statementLabels } from '@carpeta/domain/sales/statement-labels'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { takeCallersTurn } from '../auth/callers-turn.ts'
import type { Config } from '../config/config.ts'
import { type Cooperative, cooperativeOf } from '../config/cooperative-settings.ts'
import type { Database } from '../db/client.ts'
import { type CsvCell, csvNumber, csvText } from '../files/csv-writer.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Cell, Column, Fact, Section } from '../pdf/draw-section.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { parseExactly } from '../sales/exact-json.ts'
import { type OwnSale, readerOf, readOwnSales, wasOutdated } from '../sales/own-sales.ts'
import type { SaleReader } from '../sales/own-sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import type { StatementDocument } from './statement-pdf.ts'
import { certificateSections, statementSections } from './statement-sections.ts'
import {
  findOwnStatement,
  findStatement,
  findViewOf,
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
  /** What accounting has not recorded of the sales that this member reads; the modules of payments, which are above, tell. */
  listWaitingFor: (
    db: Database,
    reader: SaleReader,
  ) => Promise<(UnrecordedPaper & { saleCode: string })[]>
}

const PDF_MODULE = new URL('./statement-pdf.ts', import.meta.url)

interface StatementFile {
  name: string
  content: Buffer | string
}

/** What a member asks for. */
export interface AskedPaper {
  code: string
  kind: PaperKind
  /** The first and the last day of a statement, `YYYY-MM-DD`; both '' of the whole sale. */
  from?: string | undefined
  to?: string | undefined
}

/**
 * The paper as PDF, with a folio; without one in a view as the member, in whose name staff issue nothing. A statement
 * of some days has the folio of the whole one, which attests the same figures.
 * @throws {Refused} · what is no range of days
 * @throws {NotFound} when the member does not see the sale
 * @throws what `PdfPool.takeTurn` throws, before a folio is issued
 */
export async function issuePdf(
  services: StatementServices,
  caller: SignedInCaller,
  { signal, ...asked }: AskedPaper & { signal: AbortSignal },
): Promise<StatementFile> {
  const { db } = services
  const { code, kind } = asked
  const days = daysOf(asked)
  return takeCallersTurn(services, { caller, signal }, async (draw, caller) => {
    const { own, ...paper } = await readPaper(services, caller, { code, kind, days })
    const issue = await callerTransaction(db, caller, async (tx, caller) => {
      if (caller.viewer !== null) {
        await recordAuditEvent(tx, caller, issued(own, { format: 'pdf' }, kind))
        return { folio: null, issuedOn: todayInSantiago(new Date()) }
      }
      const statement = await saveFolio(tx, {
        folio: formatFolio(randomBytes(FOLIO_BYTES), kind),
        saleId: own.id,
        userId: caller.user.id,
        asOf: own.asOf,
        contentHash: contentHashOf(own.contentHash, kind),
        printedHash: printedHash(own.view, kind),
        totals: paperTotals(readView(own.view), kind),
      })
      await recordAuditEvent(
        tx,
        caller,
        issued(own, { format: 'pdf', folio: folioMark(statement.folio) }, kind),
      )
      return statement
    })
    const content = await drawStatement(services, draw, { kind, days, ...paper, ...issue })
    return { name: fileName(own, 'pdf', kind, days), content }
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
  const { db } = services
  const issue = await findOwnStatement(db, { folio, userId: caller.user.id })
  if (issue === null) throw new NotFound()
  const { code, issuedOn, asOf, contentHash } = issue
  return takeCallersTurn(services, { caller, signal }, async (draw, caller) => {
    const asked = { code, kind: 'statement', days: null, day: issuedOn } as const
    const { own, sale, ...paper } = await readPaper(services, caller, asked)
    if (own.contentHash !== contentHash) throw new NotFound()
    await recordAuditEvent(db, caller, issued(own, { format: 'pdf', folio: folioMark(folio) }))
    const ofIssue = { asOf, isOutdated: await wasOutdated(db, asOf, issuedOn) }
    // Staff who view the portal as the member get no paper that proves anything.
    const shown = caller.viewer === null ? folio : null
    const statement = { ...asked, sale: { ...sale, ...ofIssue }, ...paper, folio: shown, issuedOn }
    const content = await drawStatement(services, draw, statement)
    return { name: fileName({ ...own, asOf }, 'pdf'), content }
  })
}

async function drawStatement(
  { config }: StatementServices,
  draw: Draw,
  statement: Omit<StatementDocument, 'cooperative' | 'verifyUrl'>,
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
  asked: Omit<AskedPaper, 'kind'>,
): Promise<StatementFile> {
  const { db, config } = services
  const { code } = asked
  const days = daysOf(asked)
  const paper = { code, kind: 'statement', days } as const
  const { own, ...read } = await readPaper(services, caller, paper)
  await recordAuditEvent(db, caller, issued(own, { format: 'csv' }))
  return {
    name: fileName(own, 'csv', 'statement', days),
    content: statementCsv({ ...read, days }, cooperativeOf(config)),
  }
}

/** The data of the member's screen, read by the server. */
async function readPaper(
  services: StatementServices,
  caller: SignedInCaller,
  {
    code,
    kind,
    days,
    day = todayInSantiago(new Date()),
  }: { code: string; kind: PaperKind; days: StatementDays | null; day?: CalendarDate },
): Promise<{ own: OwnSale; sale: Sale; sections: Section[]; unrecorded: string | null }> {
  await services.limits.statements.consume(String(caller.id))
  const reader = readerOf(caller)
  const sales = await readOwnSales(services, reader, day)
  const own = sales.find((each) => each.code === code)
  if (!own) throw new NotFound()
  const sale = readView(own.json)
  if (!isVisible(sale)) throw new NotFound()
  const sections =
    kind === 'certificate' ? certificateSections(sale, day) : statementSections(sale, day, days)
  const waiting = await services.listWaitingFor(services.db, reader)
  const unrecorded = unrecordedNotice(
    waiting.filter(({ saleCode, paidOn }) => saleCode === code && paidOn <= day),
  )
  return { own, sale, sections, unrecorded }
}

function daysOf({ from = '', to = '' }: Pick<AskedPaper, 'from' | 'to'>): StatementDays | null {
  if (from === '' && to === '') return null
  const error = statementDaysError(from, to)
  if (error) throw new Refused(error)
  return { first: from as CalendarDate, last: to as CalendarDate }
}

/** A certificate's differs from that of the day's statement, whose folio has another hash. */
function contentHashOf(saleHash: string, kind: PaperKind): string {
  return kind === 'statement' ? saleHash : sha256(`${kind} ${saleHash}`)
}

/** About the holder, also when somebody else reads the sale. */
function issued(own: OwnSale, after: Record<string, string>, kind: PaperKind = 'statement') {
  return {
    action: `${kind}.issued` as const,
    object: { type: 'sale', id: own.code },
    subjectId: own.holderId,
    after: { ...after, ...(own.accessKind && { access_kind: own.accessKind }) },
  }
}

const fileNames: Record<PaperKind, string> = {
  statement: 'estado-de-cuenta',
  certificate: 'certificado-de-deuda-y-pagos',
}

/** The sale's code, with safe characters only, and the day of its figures or its days. */
function fileName(
  { code, asOf }: Pick<OwnSale, 'code' | 'asOf'>,
  extension: 'pdf' | 'csv',
  kind: PaperKind = 'statement',
  days: StatementDays | null = null,
): string {
  const plainCode = code.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  const day = days ? `${days.first}-a-${days.last}` : todayInSantiago(new Date(asOf))
  return `${fileNames[kind]}-${plainCode}-${day}.${extension}`
}

interface CheckedStatement {
  folio: string
  /** ISO 8601 in UTC. */
  issuedAt: string
  isCurrent: boolean
  /** What the paper prints, to be compared with it; empty once it is replaced. */
  printed: PaperFact[]
}

/**
 * Tells anyone with a folio when the statement was issued, whether it is still current, and what it must say: who
 * hands it over may have altered the file.
 * @throws {NotFound} · {Throttled} for an address that guesses folios, and for a folio that is asked without end
 */
export async function checkFolio(
  services: { db: Database; limits: RateLimits },
  { address }: Caller,
  typed: string,
): Promise<CheckedStatement> {
  const folio = readFolio(typed)
  const statement = folio === null ? null : await findStatement(services.db, folio)
  if (folio === null || statement === null) {
    await services.limits.folioFailures.consume(address)
    throw new NotFound()
  }
  const { issuedAt, totals } = statement
  if (!(await isCurrent(services, folio, statement))) {
    return { folio, issuedAt, isCurrent: false, printed: [] }
  }
  const identity = paperIdentity({ kind: kindOfFolio(folio), ...statement })
  return { folio, issuedAt, isCurrent: true, printed: [...identity, ...(totals ?? [])] }
}

/** Current: the portal shows the sale, and what was printed is what would be printed now. */
async function isCurrent(
  { db, limits }: { db: Database; limits: RateLimits },
  folio: string,
  { contentHash, printedHash: printed, saleHash }: IssuedStatement,
): Promise<boolean> {
  const kind = kindOfFolio(folio)
  if (saleHash === null) return false
  if (contentHash === contentHashOf(saleHash, kind)) return true
  // To read and print the whole sale takes some milliseconds, and the folio is all that a stranger needs for it.
  await limits.folioComparisons.consume(folio)
  const view = await findViewOf(db, folio)
  if (view === null) return false
  if (printed === printedHash(view, kind)) return true
  return kind === 'statement' && printed === sha256(printedContent(readView(view), '1.1.0'))
}

const BATCH = 200

/** SHA-256 of what a paper of this sale shows. @param view the sale's JSON text */
function printedHash(view: string, kind: PaperKind): string {
  const sale = readView(view)
  return sha256(kind === 'certificate' ? certifiedContent(sale) : printedContent(sale))
}

function readView(view: string): Sale {
  return readSale(parseExactly(view) as Record<string, unknown>)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Statements of release 1.1.0 that are still valid: the sale has not changed, so what it prints now is
 * what was printed.
 */
export async function completePrintedHashes(db: Database): Promise<void> {
  let found = await findWithoutPrintedHash(db, BATCH)
  while (found.length > 0) {
    for (const each of found) await savePrintedHash(db, each, printedHash(each.view, 'statement'))
    found = await findWithoutPrintedHash(db, BATCH)
  }
}

/** Fields of the widest table: every line has the same number (RFC 4180). */
const WIDTH = 5

/** The statement for a spreadsheet. */
function statementCsv(
  {
    sale,
    sections,
    unrecorded,
    days,
  }: Pick<StatementDocument, 'sale' | 'sections' | 'unrecorded' | 'days'>,
  cooperative: Cooperative,
): string {
  const rows = [
    ...headRows(sale, cooperative),
    ...(unrecorded ? [[unrecorded]] : []),
    ...(days ? [[statementDaysNote(days)]] : []),
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
    ['Compra', sale.code],
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
