import { readFileSync } from 'node:fs'
import { permissionNames } from '@carpeta/domain/access/permission-names'
import { setupStepNames } from '@carpeta/domain/setup/setup-steps'
import { expect, test } from 'vitest'

const page = new URL('../../docs/manual-del-personal.md', import.meta.url)

/** The labels that the first column of the table with this heading quotes. */
function firstColumn(heading: string): string[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  const [, , ...rows] = lines.slice(lines.findIndex((line) => line.startsWith(`| ${heading} |`)))
  const cells = rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/«([^»]+)»/g)].map(([, label = '']) => label))
}

test('the manual of the staff lists the permissions and the steps of «Puesta en marcha» by their labels', () => {
  expect(firstColumn('Permiso')).toEqual(Object.values(permissionNames))
  expect(firstColumn('Paso')).toEqual(Object.values(setupStepNames))
})
