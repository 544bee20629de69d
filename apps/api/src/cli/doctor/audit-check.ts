import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { countLost, countOverdue } from '../../audit/chain-store.ts'
import { readSchemaState } from '../../db/versions/schema-state.ts'
import { type Check, failure, ok, warning } from './check.ts'

/** The job chains every minute. */
const OVERDUE_MINUTES = 10

export const auditCheck: Check = {
  name: 'Cadena',
  examine: async ({ database }) => {
    const connection = await database()
    if (!connection || (await readSchemaState(connection.db)).pending > 0) {
      return warning('todavía no hay bitácora.')
    }
    const { db } = connection
    const lost = await countLost(db)
    if (lost > 0) {
      return failure(`${lost} anotaciones de hoy no pasaron por ella: vea «carpeta audit verify».`)
    }
    const { entries, since } = await countOverdue(db, OVERDUE_MINUTES)
    if (since) {
      return failure(
        `${entries} anotaciones la esperan desde ${dateTimeInSantiago(since)}: no corre el proceso de trabajos, o alguien las cambió («carpeta audit verify»).`,
      )
    }
    return ok('al día.')
  },
}
