import { documentImportStates } from '@carpeta/domain/member-documents/document-import-rules'
import { documentCategories } from '@carpeta/domain/member-documents/member-document-rules'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { documents } from '../documents/documents-tables.ts'
import { users } from '../people/people-tables.ts'
import { sales } from '../sales/sales-tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const categories = sql.raw(documentCategories.map((category) => `'${category}'`).join(', '))

/** A document that staff publish for those who read a sale. */
export const memberDocuments = pgTable(
  'member_documents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    /** Whose document it is: who held the sale when it was published; '' where nobody knows. */
    ownerRut: varchar('owner_rut', { length: 12 }).notNull().default(''),
    /** The later holders to whom staff showed it, too. */
    handedTo: varchar('handed_to', { length: 12 }).array().notNull().default(sql`'{}'`),
    category: varchar('category', { length: 20 }).notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    date: date('date').notNull(),
    visibleFrom: date('visible_from').notNull(),
    /** To everybody who reads the holder's sale, also a representative. */
    visibleToCoHolder: boolean('visible_to_co_holder').notNull(),
    publishedBy: integer('published_by')
      .notNull()
      .references(() => users.id),
    publishedAt: instant('published_at').notNull().default(sql`now()`),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: integer('withdrawn_by').references(() => users.id),
    /** Why it was withdrawn. */
    reason: varchar('reason', { length: 1000 }).notNull().default(''),
  },
  (table) => [
    check('member_documents_category', sql`${table.category} in (${categories})`),
    index('member_documents_sale').on(table.saleId, table.date),
    index('member_documents_owner').on(table.ownerRut),
    index('member_documents_publisher').on(table.publishedBy),
    index('member_documents_withdrawer').on(table.withdrawnBy),
  ],
)

/** The files of a published document, from version 1; the last one is not replaced. */
export const memberDocumentVersions = pgTable(
  'member_document_versions',
  {
    documentId: integer('document_id')
      .primaryKey()
      .references(() => documents.id),
    memberDocumentId: integer('member_document_id').notNull(),
    version: integer('version').notNull(),
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    // The generated name would be longer than PostgreSQL's names.
    foreignKey({
      name: 'member_document_versions_member_document_fk',
      columns: [table.memberDocumentId],
      foreignColumns: [memberDocuments.id],
    }).onDelete('cascade'),
    uniqueIndex('member_document_versions_number').on(table.memberDocumentId, table.version),
    uniqueIndex('member_document_versions_current')
      .on(table.memberDocumentId)
      .where(sql`replaced_at is null`),
  ],
)

/** Who opened which version. */
export const memberDocumentReads = pgTable(
  'member_document_reads',
  {
    documentId: integer('document_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    firstOpenedAt: instant('first_opened_at').notNull().default(sql`now()`),
    lastOpenedAt: instant('last_opened_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.userId] }),
    foreignKey({
      name: 'member_document_reads_version_fk',
      columns: [table.documentId],
      foreignColumns: [memberDocumentVersions.documentId],
    }).onDelete('cascade'),
    index('member_document_reads_user').on(table.userId),
  ],
)

const importStates = sql.raw(documentImportStates.map((state) => `'${state}'`).join(', '))

/** A zip of documents that staff uploaded, what was found in it, and what became of it. */
export const documentImports = pgTable(
  'document_imports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The zip; null once it is not needed any more. */
    documentId: integer('document_id').references(() => documents.id),
    name: varchar('name', { length: 255 }).notNull(),
    state: varchar('state', { length: 10 }).notNull().default('checking'),
    /** Files of the present step that are through, and all of them. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** Null until it is checked. */
    added: integer('added'),
    known: integer('known'),
    rejected: integer('rejected'),
    /** An `ImportPlan`, until the documents are published. */
    plan: jsonb('plan'),
    /** For staff: why it could not be read. */
    failure: text('failure').notNull().default(''),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    check('document_imports_state', sql`${table.state} in (${importStates})`),
    index('document_imports_document').on(table.documentId),
    index('document_imports_creator').on(table.createdBy),
  ],
)
