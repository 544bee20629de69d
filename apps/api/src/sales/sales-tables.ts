import { type SQL, sql } from 'drizzle-orm'
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
  varchar,
} from 'drizzle-orm/pg-core'

// A dated copy of what accounting knows, in our words. The Spanish names live in sale-document.ts
// (going out) and import/sale-fields.ts (coming in).

const uf = (name: string) => numeric(name, { precision: 14, scale: 4 })
const pesos = (name: string) => numeric(name, { precision: 14, scale: 0 })
const fraction = (name: string) => numeric(name, { precision: 11, scale: 10 })
const words = (name: string) => varchar(name, { length: 500 }).notNull().default('')

export const sales = pgTable(
  'sales',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    code: varchar('code', { length: 500 }).notNull().unique(),
    holderRut: varchar('holder_rut', { length: 12 }).notNull(),
    project: words('project'),
    condominium: words('condominium'),
    advisor: words('advisor'),
    price: uf('price'),
    approvedOn: date('approved_on'),
    completedOn: date('completed_on'),
    /** SHA-256 of the sale as read from the export: the same sale again changes nothing. */
    contentHash: char('content_hash', { length: 64 }).notNull(),
    /** Cut-off of the last load that brought this sale in good order. */
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    /** Set when a load no longer had it: hidden from the member, kept for the record. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /** Since when its holder is forgotten but for his name and rut: kept for the books, not shown. */
    holderErasedAt: timestamp('holder_erased_at', { withTimezone: true }),
    /** The same of its co-holder; the sale is still shown to its holder. */
    coHolderErasedAt: timestamp('co_holder_erased_at', { withTimezone: true }),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    index('sales_holder_rut').on(table.holderRut),
    check('sales_holder_rut_is_canonical', sql`${table.holderRut} ~ '^[1-9][0-9]*-[0-9K]$'`),
  ],
)

const saleId = () =>
  integer('sale_id')
    .notNull()
    .references(() => sales.id, { onDelete: 'cascade' })

/** Accounting writes a co-holder's rut as it likes: with dots, without, with a small k. */
export function foldedRut(rut: SQL): SQL {
  return sql`upper(regexp_replace(${rut}, '[^0-9kK]', '', 'g'))`
}

/** The holder and, where there is one, the co-holder. */
export const saleHolders = pgTable(
  'sale_holders',
  {
    saleId: saleId(),
    role: varchar('role', { length: 10 }).notNull(),
    fullName: words('full_name'),
    givenNames: words('given_names'),
    rut: words('rut'),
    city: words('city'),
    commune: words('commune'),
    address: words('address'),
    profession: words('profession'),
    maritalStatus: words('marital_status'),
    employer: words('employer'),
    phone: words('phone'),
    email: words('email'),
    income: pesos('income'),
    feeIncome: pesos('fee_income'),
    rentalIncome: pesos('rental_income'),
    averageIncome: pesos('average_income'),
    legalRepresentative: words('legal_representative'),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.role] }),
    check('sale_holders_role', sql`${table.role} in ('holder', 'co_holder')`),
    // Whoever buys with another is found by his rut, however accounting writes it.
    index('sale_holders_co_holder').on(foldedRut(sql`rut`)).where(sql`role = 'co_holder'`),
  ],
)

/** Up to five properties; position 0 is the main one. */
export const saleProperties = pgTable(
  'sale_properties',
  {
    saleId: saleId(),
    position: integer('position').notNull(),
    type: words('type'),
    lot: words('lot'),
    model: words('model'),
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
    /** As accounting ordered them. */
    position: integer('position').notNull(),
    dueOn: date('due_on'),
    amount: uf('amount'),
    balance: uf('balance'),
    state: words('state'),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.position] })],
)

export const payments = pgTable(
  'payments',
  {
    saleId: saleId(),
    key: varchar('key', { length: 500 }).notNull(),
    position: integer('position').notNull(),
    amount: uf('amount'),
    depositedOn: date('deposited_on'),
    documentType: words('document_type'),
    receiptUrl: words('receipt_url'),
  },
  (table) => [primaryKey({ columns: [table.saleId, table.key] })],
)

/** What the buyer committed himself to, one row for each of the five entries of `compromiso`. */
export const commitments = pgTable(
  'commitments',
  {
    saleId: saleId(),
    kind: varchar('kind', { length: 20 }).notNull(),
    amount: uf('amount'),
    amountInPesos: pesos('amount_in_pesos'),
    share: fraction('share'),
    documentType: words('document_type'),
    lastPaidOn: date('last_paid_on'),
    paid: uf('paid'),
    paidShare: fraction('paid_share'),
    pendingInstalments: integer('pending_instalments'),
  },
  (table) => [
    primaryKey({ columns: [table.saleId, table.kind] }),
    check(
      'commitments_kind',
      sql`${table.kind} in ('reservation', 'instalments', 'debt', 'cash', 'mortgage')`,
    ),
    check('commitments_share', sql`${table.share} between 0 and 1`),
    check('commitments_paid_share', sql`${table.paidShare} between 0 and 1`),
  ],
)

export const deedTrackings = pgTable('deed_trackings', {
  saleId: saleId().primaryKey(),
  lender: words('lender'),
  draftedOn: date('drafted_on'),
  buyerSignedOn: date('buyer_signed_on'),
  sellerSignedOn: date('seller_signed_on'),
  releasingBankSignedOn: date('releasing_bank_signed_on'),
  enteredLenderOn: date('entered_lender_on'),
  lenderSignedOn: date('lender_signed_on'),
  closedOn: date('closed_on'),
  enteredRegistryOn: date('entered_registry_on'),
  leftRegistryOn: date('left_registry_on'),
})

/** The sale as the wire says it, made from the tables above (docs/decisions/0004). */
export const saleDocuments = pgTable('sale_documents', {
  saleId: saleId().primaryKey(),
  /** JSON text of a whole sale but for `requerimientos` and `actualizado_al`. */
  document: text('document').notNull(),
  /** Which shape it was written in; `migrate` writes those of an older one anew. */
  version: integer('version').notNull(),
})
