import { boolean, date, pgTable, varchar } from 'drizzle-orm/pg-core'

/** Days on which the cooperative differs from the country's holidays, either way. */
export const ownHolidays = pgTable('own_holidays', {
  date: date('date').primaryKey(),
  name: varchar('name', { length: 200 }).notNull().default(''),
  /** False where the country rests and the cooperative works. */
  isClosed: boolean('is_closed').notNull(),
})
