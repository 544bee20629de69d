import type { Config } from '../config/config.ts'
import { newestMigration } from '../db/applied-migrations-store.ts'
import type { Database } from '../db/client.ts'
import { readSchemaState } from '../db/schema-state.ts'

export interface Finding {
  state: 'ok' | 'warning' | 'failure'
  /** A sentence for the operator, without passwords. */
  text: string
}

/** Everything a check may look at. */
export interface Examined {
  config: Config
  /** Null before the first start of an embedded database. @throws when it cannot be opened */
  database: () => Promise<Database | null>
  /** Null without a database. */
  schema: () => Promise<Schema | null>
}

interface Schema {
  hasTables: boolean
  /** Why this portal must not use the database; null when it may. */
  refusal: string | null
  /** How many migrations are still to be applied. */
  pending: number
}

export interface Check {
  name: string
  /** Null when there is nothing to say. */
  examine: (examined: Examined) => Finding | null | Promise<Finding | null>
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const failure = (text: string): Finding => ({ state: 'failure', text })

/** The schema is looked at once, for all checks. */
export function examinationOf(config: Config, database: () => Promise<Database | null>): Examined {
  let schema: Promise<Schema | null> | undefined
  const readSchema = async () => {
    const db = await database()
    if (!db) return null
    return { hasTables: (await newestMigration(db)) > 0, ...(await readSchemaState(db)) }
  }
  return {
    config,
    database,
    schema: () => {
      schema ??= readSchema()
      return schema
    },
  }
}

/** A check that breaks is a failure. */
export async function examine(check: Check, examined: Examined): Promise<Finding | null> {
  try {
    return await check.examine(examined)
  } catch (error) {
    return failure(messageOf(error))
  }
}

export function messageOf(error: unknown): string {
  return (error as { message?: string }).message ?? String(error)
}
