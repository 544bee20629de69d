import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addChile } from '../../../test/mariadb/add-chile.ts'
import { type MariaDb, READER_PASSWORD, startMariaDb } from '../../../test/mariadb/mariadb.ts'
import { readDatabaseAddress } from './database-address.ts'
import { openSnapshot, type Row } from './snapshot.ts'

/** Chile's rule, in the form that needs no files of time zones. */
const CHILE = '<-04>4<-03>,M9.1.6/24,M4.1.6/24'

let server: MariaDb
beforeAll(async () => {
  server = await startMariaDb({ knowsChile: false, machineZone: CHILE })
  // Midnight in Chile: in winter four hours after that of UTC, in summer three.
  await server.owner.query(`set session sql_mode = '';
    create table movimientos (
      dia date, hora datetime, instante timestamp null, cero timestamp default 0)`)
  await server.owner.query(`set time_zone = '+00:00';
    insert into movimientos values
      ('2026-07-15', '2026-07-15 00:00:00', '2026-07-15 04:00:00', 0),
      ('2026-01-15', '2026-01-15 00:00:00', '2026-01-15 03:00:00', 0)`)
  return () => server.stop()
})

async function read(more = ''): Promise<Row[]> {
  const snapshot = await openSnapshot(
    readDatabaseAddress(`${server.address()}${more}`, READER_PASSWORD),
  )
  onTestFinished(() => snapshot.close())
  const sql = 'select *, date(instante) as fecha from movimientos order by dia'
  const rows: Row[] = []
  for await (const row of snapshot.rows({ file: 'pagos.sql', sql })) rows.push(row)
  return rows
}

const rowOf = (day: string, instant: string, date: string) => ({
  dia: day,
  hora: `${day} 00:00:00`,
  instante: instant,
  cero: '0000-00-00 00:00:00',
  fecha: date,
})

const inChile = ['2026-01-15', '2026-07-15'].map((day) => rowOf(day, `${day} 00:00:00`, day))

test('a TIMESTAMP of a server on a machine in Chile has the day that it has there (§12.223)', async () => {
  expect(await read()).toEqual(inChile)
})

describe('a TIMESTAMP of a server in UTC', () => {
  beforeEach(() => server.owner.query("set global time_zone = '+00:00'"))

  test('is not read while the server does not know Chile’s time; it says what to do (§12.223)', async () => {
    await expect(read()).rejects.toThrow(
      /^El servidor no conoce la zona horaria America\/Santiago ni está en la hora de Chile: .*mariadb-tzinfo-to-sql.*timezone=server/,
    )
  })

  test('is read as the server writes it where the address says so', async () => {
    expect(await read('?timezone=server')).toEqual([
      rowOf('2026-01-15', '2026-01-15 03:00:00', '2026-01-15'),
      rowOf('2026-07-15', '2026-07-15 04:00:00', '2026-07-15'),
    ])
  })

  test('with a fixed difference from UTC is right in summer only, and so refused', async () => {
    await server.owner.query("set global time_zone = '-03:00'")
    await expect(read()).rejects.toThrow('ni está en la hora de Chile')
  })

  test('has the day that it has in Chile, in winter and in summer, once the server knows it (§12.223)', async () => {
    await addChile(server.owner)
    expect(await read()).toEqual(inChile)
  })
})
