import { currentUser, findApplicationRole, isOwnerOf } from '../../db/application-role.ts'
import { connect } from '../../db/client.ts'
import { accountForPostgres, findDatabase } from '../../db/database-location.ts'
import { readSchemaState } from '../../db/schema-state.ts'
import { readConnections, readServer, requireAnswer } from '../../db/server-store.ts'
import { type Check, failure, ok, warning } from './check.ts'

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
    const connection = await database()
    if (!connection) return warning('todavía no hay una.')
    await requireAnswer(connection)
    const { version, encoding, isSuperuser, refusal } = await readServer(connection.db)
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
const OTHER_CONNECTIONS = 6

export const connectionsCheck: Check = {
  name: 'Conexiones',
  examine: async ({ config: { connections }, database }) => {
    const connection = await database()
    if (!connection) return warning('todavía no hay una base de datos.')
    const { admitted, processes } = await readConnections(connection.db)
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
  examine: async ({ database }) => {
    const connection = await database()
    if (!connection) return warning('todavía no hay uno.')
    const { refusal, pending } = await readSchemaState(connection.db)
    if (refusal) return failure(refusal)
    if (pending === 0) return ok('al día.')
    return warning(
      `${pending === 1 ? 'falta 1 migración' : `faltan ${pending} migraciones`}: las aplica carpeta migrate, o el próximo arranque.`,
    )
  },
}

export const roleCheck: Check = {
  name: 'Rol de la base',
  examine: async ({ config, database }) => {
    const connection = await database()
    if (!connection) return warning('todavía no hay uno.')
    if (config.databaseUrl && config.databaseOwnerUrl) {
      const portal = connect(config.databaseUrl)
      await using _ = { [Symbol.asyncDispose]: portal.close }
      await requireAnswer(portal)
      const users = [await currentUser(portal.db), await currentUser(connection.db)]
      return users[0] === users[1]
        ? failure(`DATABASE_URL y DATABASE_OWNER_URL tienen el mismo usuario, ${users[0]}.`)
        : ok(`el portal corre como ${users[0]}, y ${users[1]} cambia las tablas.`)
    }
    if (!(await isOwnerOf(connection.db, 'audit_entries'))) return ok('no es dueño de las tablas.')
    const role = await findApplicationRole(connection.db)
    if (role !== null) return ok(`el portal corre como ${role}.`)
    return warning(
      'el portal corre como dueño de sus tablas: indique DATABASE_OWNER_URL, o cree el rol.',
    )
  },
}
