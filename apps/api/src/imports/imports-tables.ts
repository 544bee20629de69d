import { uploadStates } from '@carpeta/domain/imports/import-rules'
import type { HolderChanges } from '@carpeta/domain/imports/load-consequences'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

/** Loads of accounting's exports: applied, refused, undone, or only tried. */
export const loads = pgTable(
  'loads',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** `tried` is a dry run that was asked to be recorded. */
    state: varchar('state', { length: 10 }).notNull().default('applied'),
    /** Null for the portal's operator, who uses a command. */
    loadedBy: integer('loaded_by').references(() => users.id),
    fileName: text('file_name').notNull(),
    fileHash: varchar('file_hash', { length: 64 }).notNull(),
    /** Null when the header cannot be read. */
    cutoff: timestamp('cutoff', { withTimezone: true }),
    isSample: boolean('is_sample').notNull().default(false),
    announced: integer('announced'),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    /** Sales; one may have several rows in `load_rejects`. */
    rejected: integer('rejected').notNull().default(0),
    withdrawn: integer('withdrawn').notNull().default(0),
    newAccounts: integer('new_accounts').notNull().default(0),
    /** `HolderChanges` of the domain; null where no sale changes its holder. */
    holderChanges: jsonb('holder_changes').$type<HolderChanges>(),
    /** Emails with news that it would send; only of a dry run that may be applied. */
    emails: integer('emails'),
    /** Broken rules, of which `load_rejects` has the first. */
    brokenRules: integer('broken_rules').notNull().default(0),
    /** The parts of the sample cooperative that the first real load replaced. */
    sampleSales: integer('sample_sales').notNull().default(0),
    sampleRequests: integer('sample_requests').notNull().default(0),
    sampleProcedures: integer('sample_procedures').notNull().default(0),
    sampleDocuments: integer('sample_documents').notNull().default(0),
    sampleReports: integer('sample_reports').notNull().default(0),
    sampleAnnouncements: integer('sample_announcements').notNull().default(0),
    sampleValues: integer('sample_values').notNull().default(0),
    /** Contradictions in the figures of its sales. */
    findings: integer('findings').notNull().default(0),
    /** Why the load was refused, or would be. */
    refusal: text('refusal'),
    refusalCode: varchar('refusal_code', { length: 30 }),
    /** For a load that was not applied, when it was tried. */
    appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** `load_changes` has what an undo needs; only the newest applied load does. */
    isRestorable: boolean('is_restorable').notNull().default(false),
    /** A job undoes it. */
    undoAskedAt: timestamp('undo_asked_at', { withTimezone: true }),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    undoneBy: integer('undone_by').references(() => users.id),
  },
  (table) => [
    check('loads_state', sql`${table.state} in ('tried', 'applied', 'refused', 'undone')`),
  ],
)

/** The first broken rules of a load, for accounting to correct. */
export const loadRejects = pgTable(
  'load_rejects',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    loadId: integer('load_id')
      .notNull()
      .references(() => loads.id, { onDelete: 'cascade' }),
    /** Empty where the export is one file. */
    file: varchar('file', { length: 100 }).notNull().default(''),
    line: integer('line').notNull(),
    saleCode: varchar('sale_code', { length: 500 }),
    /** Whose value it is by the export, the co-holder's too; '' where it does not say it. Before 2.0.0 the holder's. */
    saleHolderRut: varchar('sale_holder_rut', { length: 12 }).notNull().default(''),
    field: text('field').notNull(),
    value: text('value').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('load_rejects_load').on(table.loadId, table.line)],
)

/** The first contradictions in the figures of a load's sales, for accounting to correct. */
export const loadFindings = pgTable(
  'load_findings',
  {
    loadId: integer('load_id')
      .notNull()
      .references(() => loads.id, { onDelete: 'cascade' }),
    saleCode: varchar('sale_code', { length: 500 }).notNull(),
    code: varchar('code', { length: 40 }).notNull(),
    stated: text('stated').notNull(),
    computed: text('computed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loadId, table.saleCode, table.code] })],
)

/** The sales that a load added, changed or withdrew, or would. */
export const loadChanges = pgTable(
  'load_changes',
  {
    loadId: integer('load_id')
      .notNull()
      .references(() => loads.id, { onDelete: 'cascade' }),
    saleCode: varchar('sale_code', { length: 500 }).notNull(),
    kind: varchar('kind', { length: 10 }).notNull(),
    /** All rows of a changed sale as they were, for an undo of the newest applied load. */
    before: jsonb('before'),
    /** After a dry run, the JSON of the first changed sales as members would see them. */
    after: text('after'),
    /** `LeftBehind` of the domain; null where the holder stays. */
    leftBehind: jsonb('left_behind'),
  },
  (table) => [
    primaryKey({ columns: [table.loadId, table.saleCode] }),
    index('load_changes_added').on(table.saleCode).where(sql`kind = 'added'`),
    check('load_changes_kind', sql`${table.kind} in ('added', 'changed', 'withdrawn')`),
  ],
)

/** Which unchanged sales of the newest applied load had this older date, for an undo. */
export const loadConfirmations = pgTable(
  'load_confirmations',
  {
    loadId: integer('load_id')
      .notNull()
      .references(() => loads.id, { onDelete: 'cascade' }),
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    isSample: boolean('is_sample').notNull(),
    saleIds: integer('sale_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.loadId, table.asOf, table.isSample] })],
)

/** Tokens of programs that load exports. Only the SHA-256 hash is stored (docs/security.md 7.33). */
export const importTokens = pgTable('import_tokens', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** The first characters, by which people recognise it. */
  prefix: varchar('prefix', { length: 16 }).notNull(),
  tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
  /** Null for a command: no token becomes one when its creator's account goes. */
  createdBy: integer('created_by').references(() => users.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
})

const states = ['arriving', ...uploadStates].map((state) => `'${state}'`).join(', ')

/** Exports that staff uploaded or a program sent, with their outcome. */
export const uploadedExports = pgTable(
  'uploaded_exports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null once the file is removed. */
    storageKey: varchar('storage_key', { length: 100 }).unique(),
    /** The file is not needed any more; a job removes it. */
    isLeaving: boolean('is_leaving').notNull().default(false),
    name: varchar('name', { length: 255 }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    state: varchar('state', { length: 10 }).notNull().default('arriving'),
    /** `check` is a dry run, `apply` the load. */
    mode: varchar('mode', { length: 10 }).notNull(),
    /** The refusals that a person accepted. */
    accepted: varchar('accepted', { length: 30 }).array().notNull().default(sql`'{}'`),
    uploadedBy: integer('uploaded_by').references(() => users.id),
    tokenId: integer('token_id').references(() => importTokens.id),
    /** The load, or the dry run of it. */
    loadId: integer('load_id').references(() => loads.id, { onDelete: 'set null' }),
    /** The newest applied load at the dry run, whose result is stale once another load came in. */
    checkedAfterId: integer('checked_after_id'),
    /** For staff: why it could not be read. */
    failure: text('failure'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    check('uploaded_exports_state', sql`${table.state} in (${sql.raw(states)})`),
    check('uploaded_exports_mode', sql`${table.mode} in ('check', 'apply')`),
    index('uploaded_exports_stored')
      .on(table.createdAt)
      .where(sql`${table.storageKey} is not null`),
  ],
)
