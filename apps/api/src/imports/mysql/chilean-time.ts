import { type CalendarDate, instantInSantiago } from '@carpeta/domain/dates/dates'
import type { Connection } from 'mysql2/promise'
import { UnreadableExport } from '../sources/export-source.ts'

const ZONE = 'America/Santiago'
const UNKNOWN_ZONE = 1298
/** A day of the summer and one of the winter: a fixed difference from UTC is right in one of them. */
const days = ['2026-01-15', '2026-07-15'] as CalendarDate[]
const TIME = '12:00'

/**
 * TIMESTAMP columns and `now()` are of the session's time zone; DATE and DATETIME of none. Makes it
 * Chile's, or makes sure that it is. @throws {UnreadableExport}
 */
export async function useChileanTime(connection: Connection, timeout: number): Promise<void> {
  try {
    await connection.query({ sql: `set session time_zone = '${ZONE}'`, timeout })
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
  const [rows] = await connection.query({ sql, timeout, rowsAsArray: true })
  const [found = []] = rows as unknown as unknown[][]
  return days.every(
    (day, place) => Number(found[place]) * 1000 === instantInSantiago(day, TIME).getTime(),
  )
}
