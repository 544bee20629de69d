import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { readDatabaseAddress } from '../../imports/mysql/database-address.ts'
import { readCutoff, readQueryFolder } from '../../imports/mysql/mysql-source.ts'
import { openSnapshot } from '../../imports/mysql/snapshot.ts'
import { type Check, failure, ok } from './check.ts'

/** Only the cut-off is asked for: the other queries may take minutes. */
const SILENCE_MS = 30_000

export const accountingCheck: Check = {
  name: 'Contabilidad',
  examine: async ({ config: { accounting } }) => {
    const { url, password, queries, every, pausesEmails } = accounting
    if (url === undefined) return ok('las cargas llegan en archivos.')
    if (queries === undefined) return failure('falta ACCOUNTING_QUERIES.')
    const folder = await readQueryFolder(queries)
    const address = readDatabaseAddress(url, password)
    const snapshot = await openSnapshot(address, { silenceMs: SILENCE_MS })
    try {
      const { cutoff } = await readCutoff(snapshot.rows(folder.corte))
      const when = every.length > 0 ? `se carga a las ${every.join(', ')}` : 'se carga a mano'
      const emails =
        every.length > 0 && pausesEmails ? ', y los correos a los socios quedan en pausa' : ''
      return ok(
        `${address.name} responde, con corte ${dateTimeInSantiago(cutoff)}; ${when}${emails}.`,
      )
    } finally {
      await snapshot.close()
    }
  },
}
