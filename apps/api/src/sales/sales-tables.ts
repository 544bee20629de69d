import {
  commitmentEntries,
  deedFields,
  type FieldKind,
  type Fields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { saleAccessKinds } from '@carpeta/domain/sales/shared-sale'
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { inTable, type SQL, shared } from '../db/sql-in-table.ts'
import { columnOf, type PgTable } from '../db/table-shape.ts'
import { users } from '../people/people-tables.ts'

// A dated copy of accounting's sales. Their fields are in `@carpeta/domain/sales/sale-fields`.

const shortText = (name: string) => varchar(name, { length: 500 }).notNull().default('')

const builders = {
  text: shortText,
  name: shortText,
  key: (name: string) => varchar(name, { length: 500 }).notNull(),
  link: shortText,
  date: (name: string) => date(name),
  uf: (name: string) => numeric(name, { precision: 14, scale: 4 }),
  pesos: (name: string) => numeric(name, { precision: 18, scale: 4 }),
  share: (name: string) => numeric(name, { precision: 11, scale: 10 }),
  count: (name: string) => integer(name),
  /** '35,36'. */
  places: shortText,
} satisfies Record<FieldKind, (name: string) => unknown>

type ColumnsOf<Table extends Fields> = {
  [Name in keyof Table]: ReturnType<(typeof builders)[Table[Name]['kind']]>
}

function columnsOf<Table extends Fields>(fields: Table): ColumnsOf<Table> {
  const columns = Object.entries(fields).map(([name, { kind }]) => [
    name,
    builders[kind](columnOf(name)),
  ])
  return Object.fromEntries(columns)
}

export const sales = pgTable(
  'sales',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    code: varchar('code', { length: 500 }).notNull().unique(),
    holderRut: varchar('holder_rut', { length: 12 }).notNull(),
    ...columnsOf(saleFields),
    /** SHA-256 of the exported sale: an unchanged sale writes nothing. */
    contentHash: char('content_hash', { length: 64 }).notNull(),
    /** Hash of the exported text: the same text needs no reading. Null until the next load. */
    sourceHash: char('source_hash', { length: 64 }),
    /** Cut-off of the last load with a valid version of this sale. */
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    /** Set when a load no longer has the sale: hidden from the member, not deleted. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /** Set when the holder was erased, all but name and rut: not shown, retained for the books. */
    holderErasedAt: timestamp('holder_erased_at', { withTimezone: true }),
    /** Set when the co-holder was erased; the holder still sees the sale. */
    coHolderErasedAt: timestamp('co_holder_erased_at', { withTimezone: true }),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    index('sales_holder_rut').on(table.holderRut),
    // Finds the beginning of a code.
    index('sales_code_start').on(sql`fold_text(code) collate "C"`),
    check('sales_holder_rut_is_canonical', sql`${table.holderRut} ~ '^[1-9][0-9]*-[0-9K]$'`),
  ],
)

const saleId = () =>
  integer('sale_id')
    .notNull()
    .references(() => sales.id, { onDelete: 'cascade' })

/** Accounting's ruts of co-holders have no fixed format: dots, no dots, a zero before, a lower-case k. */
export function normalisedRut(rut: SQL): SQL {
  return shared`ltrim(upper(regexp_replace(${rut}, '[^0-9kK]', '', 'g')), '0')`
}

/**
 * Everybody whom accounting has named as a buyer of a sale, and who of them was erased: a load or an undo may name
 * a former buyer again.
 */
export const saleBuyers = pgTable(
  'sale_buyers',
  {
    saleId: saleId(),
    /** Without dots and hyphen. */
    rut: shortText('rut').notNull(),
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.rut] }),
    index('sale_buyers_rut').on(table.rut),
  ],
)

/** The holder, and the co-holder if there is one. */
export const saleHolders = pgTable(
  'sale_holders',
  {
    saleId: saleId(),
    role: varchar('role', { length: 10 }).notNull(),
    ...columnsOf(holderFields),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.role] }),
    check('sale_holders_role', sql`${table.role} in ('holder', 'co_holder')`),
    // Finds a co-holder's sales by rut in any format.
    index('sale_holders_co_holder')
      .on(inTable(normalisedRut(shared`rut`)))
      .where(sql`role = 'co_holder'`),
  ],
)

/** Up to five properties; position 0 is the main one. */
export const saleProperties = pgTable(
  'sale_properties',
  {
    saleId: saleId(),
    position: integer('position').notNull(),
    ...columnsOf(propertyFields),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.position] }),
    check('sale_properties_at_most_five', sql`${table.position} between 0 and 4`),
  ],
)

export const instalments = pgTable(
  'instalments',
  {
    saleId: saleId(),
    /** Accounting's order. */
    position: integer('position').notNull(),
    ...columnsOf(instalmentFields),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.position] })],
)

export const payments = pgTable(
  'payments',
  {
    saleId: saleId(),
    position: integer('position').notNull(),
    ...columnsOf(paymentFields),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.key] })],
)

const { reservation, instalments: plan, debt, cash, mortgage } = commitmentEntries

/** The fields of all entries: each entry fills its own. */
const commitmentFields = {
  ...mortgage.fields,
  ...cash.fields,
  ...debt.fields,
  ...reservation.fields,
  ...plan.fields,
}

const commitmentKinds = Object.keys(commitmentEntries).map((kind) => `'${kind}'`)

/** One row for each entry of `compromiso`. */
export const commitments = pgTable(
  'commitments',
  {
    saleId: saleId(),
    kind: varchar('kind', { length: 20 }).notNull(),
    ...columnsOf(commitmentFields),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.kind] }),
    check('commitments_kind', sql`${table.kind} in (${sql.raw(commitmentKinds.join(', '))})`),
    check('commitments_share', sql`${table.share} between 0 and 1`),
    check('commitments_paid_share', sql`${table.paidShare} between 0 and 1`),
  ],
)

export const deedTrackings = pgTable('deed_trackings', {
  saleId: saleId().primaryKey(),
  ...columnsOf(deedFields),
})

/** Contradictions in the figures of a sale (docs/decisions/sales.md); the last load wrote them. */
export const saleFindings = pgTable(
  'sale_findings',
  {
    saleId: saleId(),
    code: varchar('code', { length: 40 }).notNull(),
    /** Exact text: UF, a share, a count or a date. */
    stated: text('stated').notNull(),
    computed: text('computed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.code] })],
)

/** The JSON read model: each sale in wire format, computed from the tables above. */
export const saleViews = pgTable('sale_views', {
  saleId: saleId().primaryKey(),
  /** JSON text of a sale as it was loaded: without requests, cut-off and values of the UF. */
  json: text('json').notNull(),
  /** The version of the JSON's shape; an upgrade rewrites other versions. */
  version: integer('version').notNull(),
})

/** A row by the columns of `sales-tables.ts`. */
export type SaleRow = Record<string, string | number | null>

/** The sections of a loaded sale, each with the rows of its table below `sales`. */
export type SaleSection =
  | 'holders'
  | 'properties'
  | 'instalments'
  | 'payments'
  | 'commitments'
  | 'deed'
  | 'findings'

export type SaleBody = Record<SaleSection, SaleRow[]> & { sale: SaleRow }

/** The tables below `sales`, each with the section of a loaded sale that fills it. */
export const sections: Record<SaleSection, PgTable> = {
  holders: saleHolders,
  properties: saleProperties,
  instalments,
  payments,
  commitments,
  deed: deedTrackings,
  findings: saleFindings,
}

const kinds = saleAccessKinds.map((kind) => `'${kind}'`).join(', ')

/** Who else reads a sale, with an account of his rut (docs/decisions/sales.md). */
export const saleAccesses = pgTable(
  'sale_accesses',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    /** Canonical; an account of this rut may not exist yet. */
    readerRut: varchar('reader_rut', { length: 12 }).notNull(),
    kind: varchar('kind', { length: 20 }).notNull(),
    /** The holder who gave it: another holder's sale is not read with it. */
    holderRut: varchar('holder_rut', { length: 12 }).notNull(),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** The holder, or a staff user. */
    givenBy: integer('given_by')
      .notNull()
      .references(() => users.id),
    /** In Santiago; null without an end. */
    lastDay: date('last_day'),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedBy: integer('revoked_by').references(() => users.id),
  },
  (table) => [
    // A former holder's access is no longer read, and holds again when an undo gives the sale back.
    uniqueIndex('sale_accesses_of_holder')
      .on(table.saleId, table.readerRut, table.holderRut)
      .where(sql`revoked_at is null`),
    index('sale_accesses_reader').on(table.readerRut).where(sql`revoked_at is null`),
    check('sale_accesses_kind', sql`${table.kind} in (${sql.raw(kinds)})`),
    check('sale_accesses_reader_rut', sql`${table.readerRut} ~ '^[1-9][0-9]*-[0-9K]$'`),
    check('sale_accesses_other_person', sql`${table.readerRut} <> ${table.holderRut}`),
  ],
)
