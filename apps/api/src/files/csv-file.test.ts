import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDecimal } from '@carpeta/domain/money/money'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { encoded } from '../../test/exports/write-csv-folder.ts'
import { type CsvRow, plainNumber, readCsv } from './csv-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'carpeta-csv-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'x.csv')

const anyText = fc.string({
  unit: fc.constantFrom(...'abñáéüÑ°º;,"\n\r\t \'0123456789$.'),
  maxLength: 20,
})
/** As people write, so that the accents tell their encoding. */
const chileanText = fc
  .array(fc.constantFrom('Muñoz', 'PEÑA', 'José María', 'Ñuñoa;', '"Sí",', 'él\n', '12', '3º'), {
    maxLength: 4,
  })
  .map((words) => ['José', ...words].join(' '))
const encodedTable = fc
  .constantFrom('utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252', 'cp850', 'macintosh')
  .chain((encoding) => {
    const cell = encoding.startsWith('utf') ? anyText : chileanText
    return fc.tuple(fc.constant(encoding), fc.array(fc.tuple(cell, cell), { maxLength: 8 }))
  })
/** More than a cell has separators, which would look like rows that an open quote joined. */
const others = Array.from({ length: 20 }, (_, i) => `c${i}`)

test('any table is read as it was written, in each encoding, delimiter and kind of line end (§10.82, §12.960)', async () => {
  await fc.assert(
    fc.asyncProperty(
      encodedTable,
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async ([encoding, table], delimiter, newline, saysSeparator) => {
        const blank = others.map(() => '')
        const rows = table.map(([first, second], index) => [`V-${index}`, first, second, ...blank])
        const head = ['code', 'año', 'José y él', ...others]
        const body = stringify([head, ...rows], {
          delimiter,
          record_delimiter: newline,
          quoted_match: /[\r\n]/,
        })
        const text = saysSeparator ? `sep=${delimiter}${newline}${body}` : body
        writeFileSync(path, encoded(text, encoding))
        const csv = await readCsv(path, 'x.csv')
        const read: CsvRow[] = []
        for await (const row of csv.rows) read.push(row)
        expect(read.map(({ cells }) => Object.values(cells))).toEqual(rows)
        expect(csv.delimiter).toBe(delimiter)
        const lines = text.split(/\r\n|\r|\n/)
        for (const [index, { line }] of read.entries()) {
          expect(lines[line - 1]).toMatch(`V-${index}`)
        }
      },
    ),
  )
})

describe('a file that fails while it is read is told', () => {
  const sentence = 'No se puede leer x.csv: el disco o la red no lo entregan.'

  /** The number under which this process has the file open. */
  function openNumber(): number {
    const found = readdirSync('/proc/self/fd').find((each) => {
      try {
        return readlinkSync(`/proc/self/fd/${each}`) === path
      } catch {
        return false
      }
    })
    return Number(found)
  }

  test('from its start (§12.224)', async () => {
    const directory = join(folder, 'directory.csv')
    mkdirSync(directory)
    await expect(readCsv(directory, 'x.csv')).rejects.toThrow(sentence)
  })

  test('amid its rows, and nobody waits for the rest (§12.224)', async () => {
    writeFileSync(path, `code;key\n${'V-1001;1\n'.repeat(200_000)}`)
    const { rows } = await readCsv(path, 'x.csv')
    // Whatever reads this number from now on gets an input/output error.
    const number = openNumber()
    closeSync(number)
    expect(openSync('/proc/self/mem', 'r')).toBe(number)
    let read = 0
    const reading = async () => {
      for await (const _ of rows) read += 1
    }
    await expect(reading()).rejects.toThrow(sentence)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(200_000)
    expect(openNumber()).toBeNaN()
  })
})

describe('a number', () => {
  test.each([
    ['7,35', ';', '7.35'],
    ['7,35', ',', '7.35'],
    ['7.35', ';', '7.35'],
    ['7.125', ',', '7.125'],
    ['0,574', ',', '0.574'],
    ['0.574', ';', '0.574'],
    ['1.798.300', ';', '1798300'],
    ['1.798.300', ',', '1798300'],
    ['1.234,5', ';', '1234.5'],
    ['-1.234,567', ';', '-1234.567'],
    [' 12 ', ';', '12'],
    ['1234.567', ';', '1234.567'],
    ['1.798', ';', null],
    ['1,798', ',', null],
    ['1.798', '\t', null],
    ['1,798', '\t', null],
    ['7,35', '\t', '7.35'],
    ['7.35', '\t', '7.35'],
    ['1.234,5', '\t', '1234.5'],
    ['12.34.56', ';', '12.34.56'],
    ['1,2,3', ';', '1,2,3'],
    ['$ 5', ';', '$ 5'],
    ['', ';', ''],
  ] as const)('%s in a file with %s is %s', (text, delimiter, expected) => {
    expect(plainNumber(text, delimiter)).toBe(expected)
  })

  test('as Chile writes it, with or without dots for thousands, is never read as another', () => {
    const amount = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.nat(4))
    fc.assert(
      fc.property(amount, fc.boolean(), ([units, decimals], isGrouped) => {
        const exact = (units / 10 ** decimals).toFixed(decimals)
        const shown = formatDecimal(exact, { decimals })
        const read = plainNumber(isGrouped ? shown : shown.replaceAll('.', ''), ';')
        const isAmbiguous = isGrouped && /^-?\d{1,3}\.\d{3}$/.test(shown)
        if (isAmbiguous) expect(read).toBeNull()
        else expect(Number(read)).toBe(Number(exact))
      }),
    )
  })
})
