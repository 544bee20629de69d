import { readFileSync } from 'node:fs'
import { calendarDate } from '@carpeta/domain/testing/arbitraries'
import { day } from '@carpeta/domain/testing/build-sale'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import type { JobDatabase } from '../db/client.ts'
import { importUfFile, readUfAmount, readUfDate, readUfFile } from './uf-file.ts'
import { listUfValues } from './uf-store.ts'

const read = (...lines: string[]) => readUfFile(Buffer.from(lines.join('\n')))
const valuesOf = (...lines: string[]) =>
  read(...lines).lines.map(({ date, pesos }) => [date, pesos])

describe('a line with a date and a value', () => {
  test.each([
    ['of the Banco Central', '09-dic-2026;"39,123.45"'],
    ['of the Banco Central, with tabs', '09-dic-2026\t39,123.45'],
    ['of the Diario Oficial', '09/12/2026 39.123,45 41.057,54'],
    ['of the CMF', '2026-12-09;39.123,45'],
    ['of mindicador.cl', '2026-12-09T03:00:00.000Z,39123.45'],
    ['of a spreadsheet in Chile', '09-12-2026;39123,45'],
    ['of a spreadsheet in Chile, with the sign', '9-12-2026;$ 39.123,45'],
    ['of a spreadsheet in the United States', '2026-12-09 00:00:00,39123.45'],
    ['with quotes', '"09.12.2026","39.123,45"'],
    ['with commas only', '09-12-2026,39123,45'],
  ])('%s is understood (§12.143)', (_whose, line) => {
    expect(valuesOf(line)).toEqual([['2026-12-09', '39123.45']])
  })

  test.each([
    ['31-11-2026;39.123,45', 'no empieza con una fecha que exista'],
    ['11/22/2026;39.123,45', 'no empieza con una fecha que exista'],
    ['22-11-26;39.123,45', 'no empieza con una fecha que exista'],
    ['22-xxx-2026;39.123,45', 'no empieza con una fecha que exista'],
    ['2026-11-22', 'no empieza con una fecha que exista'],
    ['22-11-2026;', 'no tiene un valor que se entienda'],
    ['22-11-2026;ND', 'no tiene un valor que se entienda'],
    ['22-11-2026;-39.123,45', 'no tiene un valor que se entienda'],
    ['22-11-2026;39.12,45', 'no tiene un valor que se entienda'],
    ['22-11-2026;39.123,456', 'tiene un valor con más de dos decimales, o fuera'],
    ['22-11-2026;3912345', 'tiene un valor con más de dos decimales, o fuera'],
    ['22-11-2026;39,12', 'tiene un valor con más de dos decimales, o fuera'],
  ])('%s is rejected: %s (§12.143)', (text, reason) => {
    const { lines, rejects } = read('21-11-2026;39.118,08', text)
    expect(lines).toHaveLength(1)
    expect(rejects).toEqual([{ line: 2, text, reason: expect.stringContaining(reason) }])
  })

  test('every day reads back in all forms', () => {
    fc.assert(
      fc.property(calendarDate, (date) => {
        const [year, month, day] = date.split('-')
        for (const text of [
          date,
          `${date}T04:00:00.000Z`,
          `${day}-${month}-${year}`,
          `${Number(day)}/${Number(month)}/${year}`,
        ]) {
          expect(readUfDate(text)).toBe(date)
        }
      }),
    )
  })

  test('every amount reads back in all forms', () => {
    const hundredths = fc.integer({ min: 10_000_00, max: 200_000_00 })
    fc.assert(
      fc.property(hundredths, (units) => {
        const text = (units / 100).toFixed(2)
        const [english, chilean] = ['en-US', 'de-DE'].map((locale) =>
          Number(text).toLocaleString(locale, { minimumFractionDigits: 2 }),
        )
        for (const written of [text, text.replace('.', ','), english, chilean, `$ ${chilean}`]) {
          expect(readUfAmount(String(written))).toBe(text)
        }
      }),
    )
  })
})

describe('a file', () => {
  test('may have titles, a byte-order mark, empty lines and the line ends and encoding of Windows', () => {
    const file = '\ufeffUnidad de fomento (UF)\r\nDía;Valor\r\n\r\n22-11-2026;39.123,45\r\n\r\n'
    expect(readUfFile(Buffer.from(file)).lines).toMatchObject([{ line: 4, pesos: '39123.45' }])
    const windows = Buffer.from('Día;Valor\r\n22-11-2026;39.123,45\r\n', 'latin1')
    expect(readUfFile(windows)).toMatchObject({ lines: [{ date: '2026-11-22' }], rejects: [] })
  })

  test('may be the “Texto Unicode” of Excel (§12.960)', () => {
    const { lines, rejects } = readUfFile(readFileSync(fileOfOthers('uf/excel-texto-unicode.txt')))
    expect(rejects).toEqual([])
    expect(lines.map(({ date, pesos }) => `${date} ${pesos}`)).toEqual([
      '2026-11-21 40000.12',
      '2026-11-22 40003.49',
      '2026-11-23 40006.86',
      '2026-11-24 40010.23',
      '2026-11-25 40013.6',
      '2026-11-26 40016.97',
    ])
  })

  test('may repeat a day with the same value, not with another one', () => {
    const { lines, rejects } = read(
      '22-11-2026;39.123,45',
      '2026-11-22;39123.45',
      '22/11/2026;39.123,46',
    )
    expect(lines).toMatchObject([{ pesos: '39123.45' }])
    expect(rejects).toMatchObject([{ line: 3, reason: 'repite el 22-11-2026 con otro valor' }])
  })

  test('whose values have no decimals is rejected, because they may be cut', () => {
    const { lines, rejects } = read('22-11-2026;39.123', '23-11-2026;39.128')
    expect(lines).toEqual([])
    expect(rejects.map(({ line }) => line)).toEqual([1, 2])
    // A UF can be a whole number of pesos.
    expect(valuesOf('22-11-2026;39.123,00')).toEqual([['2026-11-22', '39123']])
    expect(valuesOf('22-11-2026;39.123', '23-11-2026;39.128,82')).toHaveLength(2)
  })

  test('with a line of millions of blanks rejects that line', () => {
    const line = `22-11-2026${' '.repeat(4_000_000)}39123,45`
    const { lines, rejects } = readUfFile(Buffer.from(`${line}\n23-11-2026;39128,82`))
    expect(lines).toHaveLength(1)
    expect(rejects).toMatchObject([{ line: 1, reason: 'es demasiado larga' }])
  })

  test('of anything else has no values and breaks nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const { lines } = readUfFile(Buffer.from(bytes))
        expect(lines).toEqual([])
      }),
    )
  })
})

describe('an import of a file', () => {
  let db: JobDatabase
  beforeEach(async () => {
    const database = await cloneDatabase('empty')
    onTestFinished(() => database.close())
    db = database.db
  })

  const load = (lines: string[], { force = false } = {}) =>
    importUfFile(db, Buffer.from(lines.join('\n')), { force })

  async function stored() {
    const values = await listUfValues(db, day('2000-01-01'))
    return values.map(({ date, pesos, source }) => `${date} ${pesos} ${source}`)
  }

  test('values are added; the same file again changes nothing', async () => {
    const file = ['22-11-2026;39.123,45', '23-11-2026;39.128,82']
    const { added, unchanged, rejects } = await load(file)
    expect([added.length, unchanged, rejects]).toEqual([2, 0, []])
    expect(await stored()).toEqual(['2026-11-22 39123.45 file', '2026-11-23 39128.82 file'])
    expect(await load(file)).toMatchObject({ added: [], changed: [], unchanged: 2, rejects: [] })
  })

  test('a corrected value replaces the stored one, and says which (§12.143)', async () => {
    await load(['22-11-2026;39.132,45', '23-11-2026;39.128,82'])
    const { changed } = await load(['22-11-2026;39.123,45'])
    expect(changed).toMatchObject([{ before: { pesos: '39132.45' }, after: { pesos: '39123.45' } }])
    expect(await stored()).toEqual(['2026-11-22 39123.45 file', '2026-11-23 39128.82 file'])
  })

  test('a jump of more than 1 % is rejected with its line, unless it is forced (§12.145)', async () => {
    await load(['22-11-2026;39.123,45'])
    const file = ['23-11-2026;39.128,82', '24-11-2026;93.134,19', '25-11-2026;39.139,56']
    const { added, rejects } = await load(file)
    expect(added).toHaveLength(2)
    expect(rejects).toEqual([
      {
        line: 2,
        text: '24-11-2026;93.134,19',
        reason: 'cambia un 138\u00a0% desde el 23-11-2026 ($\u00a039.128,82)',
      },
    ])
    expect((await load(file, { force: true })).added).toMatchObject([{ pesos: '93134.19' }])
  })

  test('a correction of stored values by more than 1 % is rejected with its dates, unless it is forced, also when the whole file agrees (§12.1092)', async () => {
    await load(['22-11-2026;39.123,45', '23-11-2026;39.128,82', '24-11-2026;39.134,19'])
    const before = await stored()
    const shifted = [
      '22-11-2026;40.297,15',
      '23-11-2026;40.302,68',
      '24-11-2026;40.308,22',
      '25-11-2026;40.313,75',
    ]
    const { added, changed, rejects } = await load(shifted)
    expect([added, changed]).toEqual([[], []])
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'corrige en un 3\u00a0% el valor guardado del 22-11-2026 ($\u00a039.123,45)'],
      [2, 'corrige en un 3\u00a0% el valor guardado del 23-11-2026 ($\u00a039.128,82)'],
      [3, 'corrige en un 3\u00a0% el valor guardado del 24-11-2026 ($\u00a039.134,19)'],
      [4, 'cambia un 3\u00a0% desde el 24-11-2026 ($\u00a039.134,19)'],
    ])
    expect(await stored()).toEqual(before)
    expect((await load(shifted, { force: true })).changed).toHaveLength(3)
    // A small one needs nothing.
    expect((await load(['23-11-2026;40.312,68'])).changed).toHaveLength(1)
  })

  test('the first published value removes those of the sample cooperative', async () => {
    const sample = await cloneDatabase('sample')
    onTestFinished(() => sample.close())
    db = sample.db
    const before = await stored()
    expect(before[0]).toMatch(/ sample$/)
    await load(['algo;que no es'])
    expect(await stored()).toEqual(before)
    // Made-up values are no measure for it.
    await load(['22-11-2026;25.000,12'])
    expect(await stored()).toEqual(['2026-11-22 25000.12 file'])
  })
})
