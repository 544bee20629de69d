import pg from 'pg'
import type { RecordedStatement } from './record-statements.ts'

export interface StatementFault {
  file: string
  text: string
  because: string
}

/** Foreign key and unique violations: the rows of the recorded test are not here. */
const ROWS_DIFFER = new Set(['23503', '23505'])

/** Lines of a release's file that no longer run on this database, each tried on its own. */
export async function statementFaults(
  url: string,
  statements: RecordedStatement[],
): Promise<StatementFault[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin')
    const faults: StatementFault[] = []
    for (const { file, text, values } of statements) {
      await client.query('savepoint statement')
      const error = await client.query(text, values).then(
        () => null,
        (thrown: pg.DatabaseError) => thrown,
      )
      // A temporary table stays for the statements that use it.
      const stays = error === null && /^\s*create temporary/i.test(text)
      await client.query(`${stays ? 'release' : 'rollback to'} savepoint statement`)
      if (error && !ROWS_DIFFER.has(error.code ?? '')) {
        faults.push({ file, text, because: error.message })
      }
    }
    return faults
  } finally {
    await client.end()
  }
}
