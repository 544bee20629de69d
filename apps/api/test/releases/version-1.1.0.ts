import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Connection } from '../../src/db/client.ts'
import { createDatabase } from '../open-portal.ts'

// `1.1.0/database.sql.gz` is what pg_dump wrote of a database in which a portal of version 1.1.0 ran: the sample
// cooperative, then Rosa and Hernán filed requests, and staff assigned and answered them. `documents` are its files.

const folder = fileURLToPath(new URL('1.1.0/', import.meta.url))

/** A database as version 1.1.0 left it, with the key of the tests. */
export async function databaseOf110(): Promise<Connection> {
  const database = await createDatabase()
  onTestFinished(database.close)
  const client = new pg.Client(String(database.pool.options.connectionString))
  await client.connect()
  try {
    await client.query(gunzipSync(readFileSync(`${folder}database.sql.gz`)).toString())
  } finally {
    await client.end()
  }
  return database
}

/** Copies the stored files into the documents of a data folder. */
export function copyDocumentsOf110(dataDir: string): void {
  cpSync(`${folder}documents`, `${dataDir}/documents`, { recursive: true })
}
