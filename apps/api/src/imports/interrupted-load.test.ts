import { rutCheckDigit } from '@carpeta/domain/people/rut'
import { expect, onTestFinished, test } from 'vitest'
import { openImports, rosa, type Sale } from '../../test/imports.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { signEntries } from '../audit/chain.ts'
import { type Connection, connect, type Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'
import { importSales } from './import-sales.ts'
import { ndjsonFile } from './sources/ndjson-file.ts'

const { exportOf } = openImports()

const SALES = 200
/** Tables with a row or two for each sale, and how often a load may read each of their rows. */
const READS = 15
const oneForEachSale = ['sale_holders', 'sale_buyers', 'users', 'load_changes', 'sale_views']

test('a load after an interrupted one does not read all sales again for each of them (§12.1030)', async () => {
  const { owner, portal } = await openEmpty()
  const path = exportOf(neighbours())
  const cut = importSales(portal.db, ndjsonFile(path), {
    onFinish: () => Promise.reject(new Error('the power failed')),
  })
  await expect(cut).rejects.toThrow('the power failed')
  // As autovacuum leaves the tables while the next load waits: empty, but as long as before.
  await exec(owner.db, sql`vacuum (truncate false, analyze)`)
  expect(await readsOfLoad(portal, path)).toEqual([])
})

/** Copies of Rosa's sale with little in them, each with its own holder. */
function neighbours(): Sale[] {
  return Array.from({ length: SALES }, (_, index) =>
    rosa((sale) => {
      const body = String(5_000_000 + index)
      sale.code = `V-${index}`
      sale.venta.cliente_rut = `${body}-${rutCheckDigit(body)}`
      sale.pagos = []
      sale.estado_de_pago['Cuotas mensuales'].cuotas.splice(2)
    }),
  )
}

/** An empty database as its owner opens it, and as the portal does, which may not analyze by itself. */
async function openEmpty(): Promise<{ owner: Connection; portal: Connection }> {
  const owner = await cloneDatabase('empty')
  const portal = connect(String(owner.pool.options.connectionString), {
    role: 'postgres_app',
    beforeCommit: signEntries(testConfig().secretKeys),
  })
  onTestFinished(async () => {
    await portal.close()
    await owner.close()
  })
  return { owner, portal }
}

/** Loads the export. @returns the tables whose rows it read too often */
async function readsOfLoad(portal: Connection, path: string): Promise<string[]> {
  const found: string[] = []
  const onFinish = async (tx: Transaction) => {
    const reads = await many<{ table: string; rows: number }>(
      tx,
      sql`select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname = any(${oneForEachSale})`,
    )
    for (const { table, rows } of reads) {
      if (rows > SALES * READS) found.push(`${table}: ${rows / SALES} rows for each sale`)
    }
  }
  const { refusal } = await importSales(portal.db, ndjsonFile(path), { onFinish })
  expect(refusal).toBeNull()
  return found
}
