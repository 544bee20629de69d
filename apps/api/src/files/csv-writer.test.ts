import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../test/statements/read-statement.ts'
import { type CsvCell, csvNumber, csvStream, csvText } from './csv-writer.ts'

test('any text is read back as written, but for the quote before a formula (security 9.5)', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '-5', '+56 9', '@a', '＝1', 'a;b', 'dijo "sí"', 'dos\r\nlíneas', '\r'),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (rows) => {
        const read = readCsv(csvText(rows).slice(1))
        expect(read).toEqual(
          rows.map((row) =>
            row.map((each) => each.replace(/(^|[,;\t]\s*)(?=[=+\-@\t\r\0＝＋－＠])/g, "$1'")),
          ),
        )
      },
    ),
  )
})

test('a name with a comma starts no formula where a program takes the comma for the end of a cell (security 9.575)', () => {
  const [line = ''] = csvText([['V-1001', 'Ana,=1+1', 'Luis,  @SUM(A1)', 'Mario\t+1', 'a, b']])
    .slice(1)
    .split('\r\n')
  // As a spreadsheet with the settings of the United States opens it.
  const cells = line.split(/[,;\t]/).map((cell) => cell.trimStart())
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  expect(line).toBe("V-1001;Ana,'=1+1;Luis,  '@SUM(A1);Mario\t'+1;a, b")
})

test('an amount is a number for a spreadsheet, a text that looks like one is not (§10.80)', () => {
  const cells: CsvCell[] = [
    ...['$1.234.567', '-$5.000', '-1.234,50', '12,5\u00a0%', '0'].map(csvNumber),
    '-5',
  ]
  expect(csvText([cells])).toBe("\ufeff1234567;-5000;-1234,50;12,5;0;'-5\r\n")
})

test('a stream is the same file; one that fails is cut off with its error', async () => {
  const rows = [
    ['Nº', 'Quién'],
    [csvNumber('1'), 'Rosa; Hernán'],
  ]
  async function* lines(fails: boolean) {
    yield* rows
    if (fails) throw new Error('connection lost')
  }
  expect((await buffer(csvStream(lines(false)))).toString()).toBe(csvText(rows))
  await expect(buffer(csvStream(lines(true)))).rejects.toThrow('connection lost')
})
