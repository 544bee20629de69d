import { createHash, type Hash } from 'node:crypto'
import { type ExportPart, exportParts } from '../sources/export-parts.ts'
import type { ExportSource } from '../sources/export-source.ts'
import { joinParts } from '../sources/join-parts.ts'
import {
  createPartRows,
  type PartRow,
  readPartRows,
  stagePartRows,
} from '../sources/joined-rows-store.ts'
import { requireKnownColumns } from '../sources/known-columns.ts'
import type { DatabaseAddress } from './database-address.ts'
import { queryFile, readQueryFolder } from './query-folder.ts'
import { readCutoff } from './read-cutoff.ts'
import { openSnapshot, type Row } from './snapshot.ts'

/** Accounting's own MySQL or MariaDB, read by one query for each part of the sales, as of one moment. */
export function mysqlSource(address: DatabaseAddress, folder: string): ExportSource {
  return {
    name: address.name,
    open: async (tx) => {
      const queries = await readQueryFolder(folder)
      const snapshot = await openSnapshot(address)
      try {
        const { cutoff, announced } = await readCutoff(snapshot.rows(queries.corte))
        const digest = createHash('sha256').update(cutoff.toISOString())
        let sales = 0
        const onRow = (part: ExportPart) => {
          if (part === 'ventas') sales += 1
        }
        await createPartRows(tx)
        for (const part of exportParts) {
          const rows = snapshot.rows(queries[part], (columns) =>
            requireKnownColumns(part, columns, queryFile(part)),
          )
          await stagePartRows(tx, part, partRows(part, rows, { digest, onRow }))
        }
        return {
          header: { cutoff, announced: announced ?? sales },
          sales: joinParts(readPartRows(tx), queryFile),
          hash: () => digest.copy().digest('hex'),
          // The queries have ended: only the joined rows are left to read.
          progress: () => 1,
          close: async () => {},
        }
      } finally {
        await snapshot.close()
      }
    },
  }
}

/** A row's line is its number in the answer of the query. */
async function* partRows(
  part: ExportPart,
  rows: AsyncIterable<Row>,
  { digest, onRow }: { digest: Hash; onRow: (part: ExportPart) => void },
): AsyncGenerator<PartRow> {
  let line = 0
  digest.update(part)
  for await (const { code, ...cells } of rows) {
    line += 1
    onRow(part)
    digest.update(JSON.stringify([code, cells]))
    yield { code: code?.trim() ?? '', line, cells, rejects: [] }
  }
}
