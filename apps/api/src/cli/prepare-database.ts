import { appendOnlyTables } from '../audit/audit-tables.ts'
import { signEntries } from '../audit/chain.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { applicationRole, currentUser, grantAccess, isOwnerOf } from '../db/application-role.ts'
import {
  type Connection,
  connect,
  type JobDatabase,
  type PreparedDatabase,
  type TimeLimits,
} from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { type OpenedDatabase, openDatabase } from '../db/open-database.ts'
import { readSchemaState } from '../db/schema-state.ts'
import { readServer, requireAnswer } from '../db/server-store.ts'
import { composeDocumentUses } from '../document-uses.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { renewSaleViews } from '../sales/sale-view-store.ts'
import { completePrintedHashes } from '../statements/statements.ts'

export async function runMigrate(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config, 'command')
  try {
    const { runsAsOwner, close } = await prepareDatabase(database, config)
    await close()
    if (runsAsOwner) console.warn(RUNS_AS_OWNER)
    console.log('La base de datos está al día.')
  } finally {
    await database.close()
  }
}

/** Opens and migrates the database for a command, and closes it afterwards. */
export async function withDatabase<Result>(
  work: (db: JobDatabase, config: ReturnType<typeof readConfig>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const database = await openDatabase(config, 'command')
  try {
    const portal = await prepareDatabase(database, config)
    try {
      return await work(portal.db, config)
    } finally {
      await portal.close()
    }
  } finally {
    await database.close()
  }
}

/** Warning for an operator whose portal runs as the owner of its tables. */
export const RUNS_AS_OWNER =
  'AVISO: el portal corre como dueño de sus tablas, porque su usuario de PostgreSQL no puede crear ni tomar un rol menor. ' +
  'Quien tome el control del portal podría reescribir la bitácora; «carpeta audit verify» lo notaría. ' +
  'Indique DATABASE_OWNER_URL, o cree el rol. Ver docs/operations.md, Roles de la base de datos.'

/**
 * Brings tables, job tables and sale views to this version as the owner, and opens the connections
 * of the portal, which may only read and add to the audit log.
 */
export async function prepareDatabase(
  database: OpenedDatabase,
  { secretKeys, connections }: Pick<Config, 'secretKeys' | 'connections'>,
): Promise<PreparedDatabase> {
  // Before anything is erased, as after a restore and at a start.
  composeDocumentUses()
  await requireAnswer(database)
  const { refusal } = await readServer(database.db)
  if (refusal) throw new ConfigError(refusal)
  const beforeCommit = signEntries(secretKeys)
  const portal = (role: string | null, limits?: TimeLimits, max = connections.jobs) =>
    connect(database.portalUrl, { role, beforeCommit, limits, max })
  const role = database.hasTwoUsers
    ? await prepareForLogin(database, portal(null))
    : await prepareForRole(database)
  const connection = portal(role)
  try {
    await renewSaleViews(connection.db)
    await completePrintedHashes(connection.db)
    const runsAsOwner = await isOwnerOf(connection.db, 'audit_entries')
    return {
      ...connection,
      runsAsOwner,
      open: (limits, max = connections.calls) => portal(role, limits, max),
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** The portal has a login of its own. */
async function prepareForLogin(owner: Connection, portal: Connection): Promise<null> {
  await using _ = { [Symbol.asyncDispose]: portal.close }
  await requireAnswer(portal)
  const user = await currentUser(portal.db)
  // The owner would lose his own rights on the audit log, and no person could be erased.
  if (user === (await currentUser(owner.db))) {
    throw new ConfigError(
      `DATABASE_URL y DATABASE_OWNER_URL tienen el mismo usuario, ${user}: use dos, o quite DATABASE_OWNER_URL.`,
    )
  }
  if (!(await isOwnerOf(owner.db, 'audit_entries'))) {
    throw new ConfigError(
      'El usuario de DATABASE_OWNER_URL no es el dueño de las tablas: ¿están cambiadas DATABASE_URL y DATABASE_OWNER_URL?',
    )
  }
  await bringUpToDate(owner)
  await grantAccess(owner.db, user, appendOnlyTables)
  return null
}

/** There is one login: the owner's, or that of a portal whose owner is not known to it. */
async function prepareForRole(database: Connection): Promise<string | null> {
  if (!(await isOwnerOf(database.db, 'audit_entries'))) {
    const { refusal, pending } = await readSchemaState(database.db)
    if (pending === 0 && refusal === null) return null
    throw new ConfigError(
      refusal ??
        'La base de datos es de una versión anterior, y el usuario de DATABASE_URL no puede cambiarla: ejecute «carpeta migrate» con DATABASE_OWNER_URL.',
    )
  }
  await bringUpToDate(database)
  const role = await applicationRole(database.db)
  if (role !== null) await grantAccess(database.db, role, appendOnlyTables)
  return role
}

async function bringUpToDate({ pool }: Connection): Promise<void> {
  await migrate(pool)
  await migrateJobs(pool)
}
