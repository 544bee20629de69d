import { saleAccessKinds } from '@carpeta/domain/sales/shared-sale'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  pgTable,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../../users/users-tables.ts'
import { sales } from '../sales-tables.ts'

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
    uniqueIndex('sale_accesses_once')
      .on(table.saleId, table.readerRut)
      .where(sql`revoked_at is null`),
    index('sale_accesses_reader').on(table.readerRut).where(sql`revoked_at is null`),
    check('sale_accesses_kind', sql`${table.kind} in (${sql.raw(kinds)})`),
    check('sale_accesses_reader_rut', sql`${table.readerRut} ~ '^[1-9][0-9]*-[0-9K]$'`),
    check('sale_accesses_other_person', sql`${table.readerRut} <> ${table.holderRut}`),
  ],
)
