import { expect, test } from 'vitest'
import type { ExportedLine } from './export-source.ts'
import { joinParts } from './join-parts.ts'
import type { StagedRow } from './joined-rows-store.ts'

async function* paymentsOf(code: string, count: number): AsyncGenerator<StagedRow> {
  yield { code, part: 'ventas', line: 2, cells: {}, rejects: [] }
  for (let line = 2; line < count + 2; line += 1) {
    yield { code, part: 'pagos', line, cells: { monto_uf: '1' }, rejects: [] }
  }
}

test('a code that countless rows have spoils one sale and does not fill the memory (security 10.66)', async () => {
  const lines: ExportedLine[] = []
  for await (const line of joinParts(paymentsOf('V-1', 200_000), (part) => part)) lines.push(line)
  expect(lines).toHaveLength(1)
  const [{ json, rejects } = { json: null }] = lines
  expect(rejects).toEqual([
    {
      file: 'pagos',
      line: 10_001,
      field: 'code',
      value: 'V-1',
      reason: 'está en más de 10.000 filas',
    },
  ])
  expect(JSON.parse(json ?? '').pagos).toHaveLength(10_000)
})
