import { isOutdated } from '@carpeta/domain/dates/business-days'
import { addDays, dateTimeInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import { listWithSecondFactor } from '../../auth/second-factor-store.ts'
import { closedDays } from '../../calendar/closed-days.ts'
import type { Database } from '../../db/client.ts'
import { readSchemaState } from '../../db/versions/schema-state.ts'
import { newestCutoff } from '../../imports/loads-store.ts'
import { listStaff } from '../../users/staff-store.ts'
import { type Check, type Examined, ok, warning } from './check.ts'

/** Closed days that may lie between a cut-off and today. */
const MAX_CLOSED_DAYS = 30

export const loadCheck: Check = {
  name: 'Cargas',
  examine: async (examined) => {
    const db = await currentDatabase(examined)
    const cutoff = db && (await newestCutoff(db))
    if (!db || !cutoff) return warning('todavía no se carga nada de contabilidad.')
    const now = new Date()
    const today = todayInSantiago(now)
    const closed = await closedDays(db, addDays(today, -MAX_CLOSED_DAYS), today)
    const text = `la última es del corte ${dateTimeInSantiago(cutoff)}`
    return isOutdated(cutoff, now, closed)
      ? warning(`${text}: a los socios se les avisa que los datos tienen más de tres días hábiles.`)
      : ok(`${text}.`)
  },
}

export const secondFactorCheck: Check = {
  name: 'Segundo factor',
  examine: async (examined) => {
    const db = await currentDatabase(examined)
    if (!db) return warning('todavía no hay cuentas.')
    const staff = await listStaff(db)
    const ids = staff.map(({ id }) => id)
    const without = ids.length - (await listWithSecondFactor(db, ids)).length
    if (without === 0) return ok('lo tienen todas las cuentas del personal.')
    return warning(
      `le falta a ${without} de ${ids.length} cuentas del personal (/setup dice cuáles).`,
    )
  },
}

/** Null while there is no database of this version. */
async function currentDatabase({ database }: Examined): Promise<Database | null> {
  const connection = await database()
  if (!connection || (await readSchemaState(connection.db)).pending > 0) return null
  return connection.db
}
