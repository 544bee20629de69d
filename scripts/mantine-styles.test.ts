import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../apps/web/src', import.meta.url))

test('every stylesheet of Mantine is imported in one place', () => {
  const imports = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/import '(@mantine\/[^']+\.css)'/g)].map(
      ([, stylesheet]) => stylesheet,
    ),
  )
  expect(imports.length).toBeGreaterThan(10)
  expect(imports).toEqual([...new Set(imports)])
})
