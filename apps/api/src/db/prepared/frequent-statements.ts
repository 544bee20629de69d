import { LRUCache } from 'lru-cache'

/** A statement is prepared after so many uses: those that run most get there first. */
const FREQUENT = 100
/** Each connection of PostgreSQL keeps the plans of those it has run: some tens of kilobytes each. */
const MAX_NAMED = 100
const MAX_COUNTED = 500

const counted = new LRUCache<string, { uses: number; name: string | undefined }>({
  max: MAX_COUNTED,
})
let named = 0

/** Its columns change with a migration, and PostgreSQL refuses to go on with the plan. */
const ASKS_FOR_ALL_COLUMNS = /(select|returning)\s+\*|\.\*/i

/**
 * The name of a statement that this process runs often, so that PostgreSQL parses and plans it once per
 * connection; undefined for any other (docs/decisions/database.md).
 */
export function nameOfFrequent(text: string): string | undefined {
  if (ASKS_FOR_ALL_COLUMNS.test(text)) return undefined
  const statement = counted.get(text) ?? { uses: 0, name: undefined }
  statement.uses += 1
  if (statement.name === undefined && statement.uses > FREQUENT && named < MAX_NAMED) {
    named += 1
    statement.name = `frequent-${named}`
  }
  counted.set(text, statement)
  return statement.name
}
