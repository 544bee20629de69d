import { boolean, date, pgTable, varchar } from 'drizzle-orm/pg-core'

/** Days on which the cooperative differs from the country's holidays. */
export const ownHolidays = pgTable('own_holidays', {
  date: date('date').primaryKey(),
  name: varchar('name', { length: 200 }).notNull().default(''),
  /** False for a national holiday on which the cooperative works. */
  isClosed: boolean('is_closed').notNull(),
})
