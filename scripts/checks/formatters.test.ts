import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['apps/web/src', 'packages/domain/src', 'packages/contract/src']
/** At the beginning of a line: outside of every function. */
const AT_LOAD = /^(?:export )?(?:const|let|var) (?:.*|.*=\s*)new Intl\./m

// A browser reads its language data for the first one, while it loads the page.
test('no formatter is made before it is needed (§12.663)', () => {
  const files = sources.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(500)
  expect("const list = new Intl.ListFormat('es')").toMatch(AT_LOAD)
  expect("export const list =\n  new Intl.ListFormat('es')").toMatch(AT_LOAD)
  expect("  const list = new Intl.ListFormat('es')").not.toMatch(AT_LOAD)
  expect(files.filter((file) => AT_LOAD.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
