import { isOutdated } from '@carpeta/domain/dates/business-days'
import {
  addDays,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/money'
import { counted } from '@carpeta/domain/text/counted'
import { countLost, countOverdue } from '../audit/chain-store.ts'
import { listWithSecondFactor } from '../auth/second-factor-store.ts'
import { readBackupPlace } from '../backup/backup-place.ts'
import { findLaterErasures } from '../backup/erase-again.ts'
import { closedDays } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import { currentUser, findApplicationRole, isOwnerOf } from '../db/application-role.ts'
import { type Connection, callLimits, connect, type Database } from '../db/client.ts'
import { accountForPostgres, findDatabase } from '../db/database-location.ts'
import { countProcesses } from '../db/locks-store.ts'
import {
  admittedConnections,
  hasTimeLimits,
  readServer,
  requireAnswer,
} from '../db/server-store.ts'
import { newestCutoff } from '../imports/loads-store.ts'
import { listStaff } from '../people/staff-store.ts'
import { listUfValues } from '../uf/uf-store.ts'
import { type Check, type Finding, failure, ok, warning } from './check.ts'

/**
 * For a check of what the tables of this version have. Of a database of another version the schema's line tells all.
 * @param none while there are no tables
 */
export function ofTables(
  none: Finding,
  look: (db: Database, config: Config) => Promise<Finding>,
): Check['examine'] {
  return async ({ config, database, schema }) => {
    const [db, state] = [await database(), await schema()]
    if (!db || !state?.hasTables) return none
    return state.refusal === null && state.pending === 0 ? look(db, config) : null
  }
}

export const placeCheck: Check = {
  name: 'Lugar de la base',
  examine: ({ config }) => {
    if (config.databaseUrl) return ok('DATABASE_URL.')
    const { folder, isNew, isOutside } = findDatabase(config.dataDir, accountForPostgres())
    if (isNew) return warning(`todavía no hay una; el primer arranque la crea en ${folder}.`)
    return isOutside ? warning(`FUERA de DATA_DIR, en ${folder}.`) : ok(folder)
  },
}

export const databaseCheck: Check = {
  name: 'Base de datos',
  examine: async ({ config, database }) => {
    const db = await database()
    if (!db) return warning('todavía no hay una.')
    const { version, encoding, isSuperuser, refusal } = await readServer(db)
    if (refusal) return failure(refusal)
    if (encoding !== 'UTF8') return failure(`está en ${encoding}: se necesita UTF8.`)
    if (isSuperuser && config.databaseUrl) {
      return warning(
        `PostgreSQL ${version}, con una cuenta de superusuario: use una sin privilegios.`,
      )
    }
    return ok(`PostgreSQL ${version}.`)
  },
}

/** Beside its two pools a process holds some for its locks and its worker. */
const OTHER_CONNECTIONS = 7

export const connectionsCheck: Check = {
  name: 'Conexiones',
  examine: async ({ config: { connections }, database }) => {
    const db = await database()
    if (!db) return warning('todavía no hay una base de datos.')
    const admitted = await admittedConnections(db)
    const { running: processes } = await countProcesses(db)
    const each = connections.calls + connections.jobs + OTHER_CONNECTIONS
    const running = Math.max(processes, 1)
    const text = `cada proceso abre hasta ${each}, corren ${processes} y el servidor admite ${admitted}`
    return each * running > admitted
      ? warning(
          `${text}: suba max_connections, o baje DATABASE_CALL_CONNECTIONS y DATABASE_JOB_CONNECTIONS.`,
        )
      : ok(`${text}.`)
  },
}

export const schemaCheck: Check = {
  name: 'Esquema',
  examine: async ({ schema }) => {
    const state = await schema()
    if (!state) return warning('todavía no hay uno.')
    const { refusal, pending, hasTables } = state
    if (refusal) return failure(refusal)
    if (pending === 0) return ok('al día.')
    const missing = pending === 1 ? 'falta 1 migración' : `faltan ${pending} migraciones`
    const cure = 'carpeta migrate, o el próximo arranque'
    return hasTables
      ? warning(
          `es de una versión anterior (${missing}): la actualiza ${cure}, y lo que hay en ella se revisa después.`,
        )
      : warning(`todavía no hay tablas: las crea ${cure}.`)
  },
}

const DROPPED =
  'lo que está delante de la base de datos lo descarta (en PgBouncer, ignore_startup_parameters): conecte el portal directamente.'

/** @param open the database as its owner */
export const roleCheck = (open: () => Promise<Connection | null>): Check => ({
  name: 'Rol de la base',
  examine: async ({ config }) => {
    const connection = await open()
    if (!connection) return warning('todavía no hay uno.')
    const hasTwoUsers = Boolean(config.databaseUrl && config.databaseOwnerUrl)
    const isOwner = await isOwnerOf(connection.db, 'audit_entries')
    const role = hasTwoUsers || !isOwner ? null : await findApplicationRole(connection.db)
    // As the portal opens its own: what stands in between may drop role and limits.
    const url = config.databaseUrl ?? String(connection.pool.options.connectionString)
    const portal = connect(url, { role, limits: callLimits, max: 1 })
    await using _ = { [Symbol.asyncDispose]: portal.close }
    await requireAnswer(portal)
    const user = await currentUser(portal.db)
    if (hasTwoUsers && user === (await currentUser(connection.db))) {
      return failure(`DATABASE_URL y DATABASE_OWNER_URL tienen el mismo usuario, ${user}.`)
    }
    if (role !== null && user !== role) {
      return warning(`el portal corre como dueño de sus tablas, porque no toma ${role}: ${DROPPED}`)
    }
    if (!(await hasTimeLimits(portal.db, callLimits))) {
      return warning(
        `el portal corre como ${user}, sin los límites de tiempo de sus consultas: ${DROPPED}`,
      )
    }
    if (hasTwoUsers) {
      return ok(
        `el portal corre como ${user}, y ${await currentUser(connection.db)} cambia las tablas.`,
      )
    }
    if (!isOwner) return ok('no es dueño de las tablas.')
    if (role !== null) return ok(`el portal corre como ${role}.`)
    return warning(
      'el portal corre como dueño de sus tablas: indique DATABASE_OWNER_URL, o cree el rol.',
    )
  },
})

/** Closed days that may lie between a cut-off and today. */
const MAX_CLOSED_DAYS = 30

const noLoad = warning('todavía no se carga nada de contabilidad.')

export const loadCheck: Check = {
  name: 'Cargas',
  examine: ofTables(noLoad, async (db) => {
    const cutoff = await newestCutoff(db)
    if (!cutoff) return noLoad
    const today = todayInSantiago(new Date())
    const closed = await closedDays(db, addDays(today, -MAX_CLOSED_DAYS), today)
    const text = `la última es del corte ${dateTimeInSantiago(cutoff)}`
    if (todayInSantiago(cutoff) > today) {
      return warning(
        `${text}, que está en el futuro: se cargó con el reloj mal, y las próximas se rechazan hasta entonces.`,
      )
    }
    return isOutdated(cutoff, today, closed)
      ? warning(`${text}: a los socios se les avisa que los datos tienen más de tres días hábiles.`)
      : ok(`${text}.`)
  }),
}

export const secondFactorCheck: Check = {
  name: 'Segundo factor',
  examine: ofTables(warning('todavía no hay cuentas.'), async (db) => {
    const staff = await listStaff(db)
    const ids = staff.map(({ id }) => id)
    const without = ids.length - (await listWithSecondFactor(db, ids)).length
    if (without === 0) return ok('lo tienen todas las cuentas del personal.')
    return warning(
      `le falta a ${without} de ${ids.length} cuentas del personal (/setup dice cuáles).`,
    )
  }),
}

/** The job chains every minute. */
const OVERDUE_MINUTES = 10

export const auditCheck: Check = {
  name: 'Cadena',
  examine: ofTables(warning('todavía no hay bitácora.'), async (db) => {
    const lost = await countLost(db)
    if (lost > 0) {
      return failure(
        `${counted(lost, 'anotación de hoy no pasó', 'anotaciones de hoy no pasaron')} por ella: vea «carpeta audit verify».`,
      )
    }
    const { entries, since } = await countOverdue(db, OVERDUE_MINUTES)
    if (since) {
      return failure(
        `${counted(entries, 'anotación la espera', 'anotaciones la esperan')} desde ${dateTimeInSantiago(since)}: no corre el proceso de trabajos, o alguien las cambió («carpeta audit verify»).`,
      )
    }
    return ok('al día.')
  }),
}

export const erasedCheck: Check = {
  name: 'Borrados',
  examine: ofTables(ok('todavía no hay datos que comparar.'), async (db, config) => {
    const { backup, secretKeys } = config
    if (backup.url === undefined) return ok('sin respaldos que mirar.')
    const { store } = readBackupPlace(backup.url, process.env)
    const later = await findLaterErasures({ db, store, secretKeys })
    return later
      ? failure(
          `la base es de antes de algunos borrados anotados en ${store.name}: se hacen de nuevo al arrancar el portal.`,
        )
      : ok(`la base conoce todos los que están anotados en ${store.name}.`)
  }),
}

export const ufCheck: Check = {
  name: 'UF',
  examine: ofTables(warning('todavía no hay valores.'), async (db, config) => {
    const today = todayInSantiago(new Date())
    const values = await listUfValues(db, today)
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
  }),
}
