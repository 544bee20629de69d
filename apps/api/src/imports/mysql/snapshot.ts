import type { Connection, FieldPacket } from 'mysql2'
import { UnreadableExport } from '../sources/export-source.ts'
import { useChileanTime } from './chilean-time.ts'
import type { DatabaseAddress } from './database-address.ts'
import { connectionFailure, isOfStatement, queryFailure } from './database-errors.ts'
import type { Query } from './query-folder.ts'

const CONNECT_MS = 10_000
/** A query may work that long before its first row, or between two. */
const SILENCE_MS = 10 * 60_000
/** Rows that wait for PostgreSQL. */
const BUFFERED = 500

/** A row as text, exactly as the server writes its values: no amount becomes a float. */
export type Row = Record<string, string | null>

/** What all queries see: the database as of one moment. */
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
    if (!address.keepsTimeZone) await useChileanTime(connection.promise(), connectMs)
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
      yield rowOf(names, values)
      silence.refresh()
    }
    if (names === null) check(requireColumns(columns, file))
    isComplete = true
  } catch (error) {
    if (error instanceof UnreadableExport) throw error
    throw isOfStatement(error) ? queryFailure(file, error) : connectionFailure(address, error)
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
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index)
  if (repeated === undefined) return columns
  throw new UnreadableExport(`La consulta ${file} devuelve dos columnas «${repeated}».`)
}

function rowOf(columns: string[], values: (string | null)[]): Row {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
}
