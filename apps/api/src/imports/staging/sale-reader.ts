import { fileURLToPath } from 'node:url'
import type { SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import workerpool from 'workerpool'
import { stagedTables } from '../../sales/loading/staged-sales-store.ts'
import { encodeBatch, type ReadLine, readBatch, type WantedSale } from './read-batch.ts'

const WORKER = fileURLToPath(new URL('./read-worker.ts', import.meta.url))

/**
 * Reads and checks sales in a thread, while PostgreSQL stores the ones before. The first batch is read
 * here: a small export is done before a thread has started.
 */
export interface SaleReader {
  read: (batch: number, lines: (string | null)[]) => Promise<ReadLine[]>
  /** @returns the rows of each of `stagedTables` */
  encode: (batch: number, wanted: WantedSale[]) => Promise<Uint8Array[]>
  close: () => Promise<void>
}

/** @param checks which contradictions become findings */
export function openSaleReader(checks: SaleChecks): SaleReader {
  // It starts with the first call.
  const pool = workerpool.pool(WORKER, {
    workerType: 'thread',
    maxWorkers: 1,
    workerTerminateTimeout: 1,
    workerThreadOpts: {
      // Settings hold secrets, and reading needs none.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    },
  })
  return {
    read: async (batch, lines) =>
      batch === 1
        ? readBatch(batch, lines, checks)
        : ((await pool.exec('readBatch', [batch, lines, checks])) as ReadLine[]),
    encode: async (batch, wanted) =>
      batch === 1
        ? encodeBatch(batch, wanted, stagedTables)
        : ((await pool.exec('encode', [batch, wanted, stagedTables])) as Uint8Array[]),
    close: async () => void (await pool.terminate(true)),
  }
}
