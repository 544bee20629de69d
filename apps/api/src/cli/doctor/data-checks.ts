import { isOutdated } from '@carpeta/domain/dates/business-days'
import {
  addDays,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import { countLost, countOverdue } from '../../audit/chain-store.ts'
import { listWithSecondFactor } from '../../auth/second-factor-store.ts'
import { readBackupPlace } from '../../backup/backup-place.ts'
import { findLaterErasures } from '../../backup/erase-again.ts'
import { closedDays } from '../../calendar/closed-days.ts'
import type { Database } from '../../db/client.ts'
import { readSchemaState } from '../../db/schema-state.ts'
import { newestCutoff } from '../../imports/loads-store.ts'
import { listUfValues } from '../../uf/uf-store.ts'
import { listStaff } from '../../users/staff-store.ts'
import { type Check, type Examined, failure, ok, warning } from './check.ts'

/** Closed days that may lie between a cut-off and today. */
const MAX_CLOSED_DAYS = 30

export const loadCheck: Check = {
  name: 'Cargas',
  examine: async (examined) => {
    const db = await currentDatabase(examined)
    const cutoff = db && (await newestCutoff(db))
    if (!db || !cutoff) return warning('todavía no se carga nada de contabilidad.')
    const today = todayInSantiago(new Date())
    const closed = await closedDays(db, addDays(today, -MAX_CLOSED_DAYS), today)
    const text = `la última es del corte ${dateTimeInSantiago(cutoff)}`
    return isOutdated(cutoff, today, closed)
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

export const erasedCheck: Check = {
  name: 'Borrados',
  examine: async (examined) => {
    const { backup, secretKeys } = examined.config
    if (backup.url === undefined) return ok('sin respaldos que mirar.')
    const db = await currentDatabase(examined)
    if (!db) return ok('todavía no hay datos que comparar.')
    const { store } = readBackupPlace(backup.url, process.env)
    const later = await findLaterErasures({ db, store, secretKeys })
    return later
      ? failure(
          `la base es de antes de algunos borrados anotados en ${store.name}: se hacen de nuevo al arrancar el portal.`,
        )
      : ok(`la base conoce todos los que están anotados en ${store.name}.`)
  },
}

export const ufCheck: Check = {
  name: 'UF',
  examine: async ({ config, database }) => {
    const connection = await database()
    if (!connection || (await readSchemaState(connection.db)).pending > 0) {
      return warning('todavía no hay valores.')
    }
    const today = todayInSantiago(new Date())
    const values = await listUfValues(connection.db, today)
    const [first, last] = [values[0], values.at(-1)]
    if (first?.date !== today || !last) {
      const cure = config.uf.fetch
        ? 'carpeta uf fetch'
        : 'carpeta uf import ARCHIVO, o UF_FETCH=true'
      return warning(
        `falta el valor de hoy, ${shortDate(today)}: los socios no ven montos en pesos (${cure}).`,
      )
    }
    return ok(`hoy ${formatUfRate(first.pesos)}; hay valores hasta el ${shortDate(last.date)}.`)
  },
}
