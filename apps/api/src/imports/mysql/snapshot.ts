import { type CalendarDate, instantInSantiago } from '@carpeta/domain/dates/dates'
import type { Connection, FieldPacket } from 'mysql2'
import { firstRepeated } from '../../files/csv-file.ts'
import { UnreadableExport } from '../../files/unreadable-export.ts'
import type { DatabaseAddress } from './database-address.ts'

const CONNECT_MS = 10_000
/** A query may work that long before its first row, or between two. */
const SILENCE_MS = 10 * 60_000
/** Rows that wait for PostgreSQL. */
const BUFFERED = 500

/** A query of the folder, with the name of its file for messages. */
export interface Query {
  file: string
  sql: string
}

/** A row as text, exactly as the server writes its values: no amount becomes a float. */
export type Row = Record<string, string | null>

/** The database as of one moment, which all queries see. */
export interface Snapshot {
  /** @param check judges the names of the columns. @throws {UnreadableExport} that names the query */
  rows: (query: Query, check?: (columns: string[]) => void) => AsyncGenerator<Row>
  close: () => Promise<void>
}

/** Opens a transaction that reads one consistent snapshot and cannot write. @throws {UnreadableExport} */
export async function openSnapshot(
  address: DatabaseAddress,
  { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = {},
): Promise<Snapshot> {
  const { createConnection } = await import('mysql2')
  const connection = createConnection({
    ...address.connection,
    charset: 'utf8mb4',
    connectTimeout: connectMs,
    multipleStatements: false,
    // The server may not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
  })
  // Without a listener a lost connection would end the process.
  connection.on('error', () => {})
  try {
    // The driver's limit ends with the handshake, and the load holds its lock meanwhile.
    if (!address.keepsTimeZone) await useChileanTime(connection, connectMs)
    for (const statement of preparation) {
      await connection.promise().query({ sql: statement, timeout: connectMs })
    }
  } catch (error) {
    connection.destroy()
    throw error instanceof UnreadableExport ? error : connectionFailure(address, error)
  }
  let isDestroyed = false
  const destroy = () => {
    isDestroyed = true
    connection.destroy()
  }
  return {
    rows: (query, check) => readRows({ connection, destroy, address, silenceMs }, query, check),
    close: async () => {
      if (isDestroyed) return
      await connection.promise().end().catch(destroy)
    },
  }
}

const preparation = [
  'set session transaction isolation level repeatable read',
  'set session transaction read only',
  // PostgreSQL may be slower than the query.
  'set session net_write_timeout = 600',
  'start transaction with consistent snapshot, read only',
]

interface Opened {
  connection: Connection
  destroy: () => void
  address: DatabaseAddress
  silenceMs: number
}

async function* readRows(
  { connection, destroy, address, silenceMs }: Opened,
  { file, sql }: Query,
  check: (columns: string[]) => void = () => {},
): AsyncGenerator<Row> {
  let columns: string[] | null = null
  const command = connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() })
  command.on('fields', (fields: FieldPacket[] | undefined) => {
    columns = fields?.map(({ name }) => name) ?? null
  })
  const stream = command.stream({ highWaterMark: BUFFERED })
  // The driver leaves a stream open when its connection is lost.
  const onLost = (error: Error) => void stream.destroy(error)
  connection.on('error', onLost)
  const silence = setTimeout(() => {
    stream.destroy(new UnreadableExport(`La consulta ${file} no responde.`))
  }, silenceMs)
  let isComplete = false
  try {
    let names: string[] | null = null
    for await (const values of stream as AsyncIterable<(string | null)[]>) {
      if (names === null) {
        names = requireColumns(columns, file)
        check(names)
      }
      yield Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
      silence.refresh()
    }
    if (names === null) check(requireColumns(columns, file))
    isComplete = true
  } catch (error) {
    if (error instanceof UnreadableExport) throw error
    throw isStatementError(error) ? queryFailure(file, error) : connectionFailure(address, error)
  } finally {
    clearTimeout(silence)
    connection.off('error', onLost)
    // The rest of the rows would still arrive.
    if (!isComplete) destroy()
  }
}

/** A statement that is no query has none. */
function requireColumns(columns: string[] | null, file: string): string[] {
  if (columns === null) throw new UnreadableExport(`La consulta ${file} no devuelve filas.`)
  const repeated = firstRepeated(columns)
  if (repeated === null) return columns
  throw new UnreadableExport(`La consulta ${file} devuelve dos columnas «${repeated}».`)
}

const ZONE = 'America/Santiago'
const UNKNOWN_ZONE = 1298
/** A day of the summer and one of the winter: a fixed difference from UTC is right in one of them. */
const days = ['2026-01-15', '2026-07-15'] as CalendarDate[]
const TIME = '12:00'

/**
 * TIMESTAMP columns and `now()` follow the session's time zone; DATE and DATETIME none. Sets Chile's, or
 * makes sure that it is. @throws {UnreadableExport}
 */
async function useChileanTime(connection: Connection, timeout: number): Promise<void> {
  try {
    await connection.promise().query({ sql: `set session time_zone = '${ZONE}'`, timeout })
  } catch (error) {
    if ((error as { errno?: number }).errno !== UNKNOWN_ZONE) throw error
    if (await isChilean(connection, timeout)) return
    throw new UnreadableExport(
      `El servidor no conoce la zona horaria ${ZONE} ni está en la hora de Chile: carga sus zonas horarias (mariadb-tzinfo-to-sql), o agrega ?timezone=server a la dirección si ninguna consulta usa columnas TIMESTAMP ni la hora actual.`,
      { cause: error },
    )
  }
}

/** A server without tables of time zones still follows the clock of its machine. */
async function isChilean(connection: Connection, timeout: number): Promise<boolean> {
  const seconds = days.map((day) => `unix_timestamp('${day} ${TIME}')`)
  const sql = `select ${seconds.join(', ')}`
  const [rows] = await connection.promise().query({ sql, timeout, rowsAsArray: true })
  const [found = []] = rows as unknown as unknown[][]
  return days.every(
    (day, place) => Number(found[place]) * 1000 === instantInSantiago(day, TIME).getTime(),
  )
}

interface DatabaseError extends Error {
  code?: string
  errno?: number
  sqlMessage?: string
}

const connectionProblems: Record<string, string> = {
  ECONNREFUSED: 'nadie responde en esa dirección',
  ENOTFOUND: 'el servidor no existe',
  EAI_AGAIN: 'el servidor no se encuentra',
  EHOSTUNREACH: 'no se llega al servidor',
  ENETUNREACH: 'no se llega al servidor',
  ENOENT: 'el socket no existe',
  ETIMEDOUT: 'el servidor no responde',
  PROTOCOL_SEQUENCE_TIMEOUT: 'el servidor no responde',
  PROTOCOL_CONNECTION_LOST: 'el servidor cerró la conexión',
  ECONNRESET: 'el servidor cerró la conexión',
  ER_ACCESS_DENIED_ERROR: 'el usuario o la clave no son correctos',
  ER_DBACCESS_DENIED_ERROR: 'el usuario no tiene acceso a esa base',
  ER_BAD_DB_ERROR: 'esa base no existe',
  ER_CON_COUNT_ERROR: 'el servidor tiene demasiadas conexiones',
  HANDSHAKE_NO_SSL_SUPPORT:
    'el servidor no ofrece TLS; si la red es de confianza, agrega ?tls=false a la dirección',
  HANDSHAKE_SSL_ERROR:
    'el certificado del servidor no es de confianza, o es de otro nombre; indica el de su autoridad con ?ca=ARCHIVO',
}

/** Says why no connection could be made, or why it ended, without the password. */
function connectionFailure({ name }: DatabaseAddress, error: unknown): UnreadableExport {
  const { code = '', message } = error as DatabaseError
  const problem = connectionProblems[code] ?? `${message} (${code})`
  return new UnreadableExport(`No se pudo leer ${name}: ${problem}.`, { cause: error })
}

/** Says which query failed, and what the server answered. */
function queryFailure(file: string, error: unknown): UnreadableExport {
  const { errno, sqlMessage, message } = error as DatabaseError
  const number = errno === undefined ? '' : ` (error ${errno})`
  return new UnreadableExport(`La consulta ${file} falló: ${sqlMessage ?? message}${number}.`, {
    cause: error,
  })
}

/** The server itself refused the statement; every other failure is the connection's. */
function isStatementError(error: unknown): boolean {
  const { sqlMessage, code = '' } = error as DatabaseError
  return sqlMessage !== undefined && !(code in connectionProblems)
}
