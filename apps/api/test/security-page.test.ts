import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('every test that docs/security.md names is there', () => {
  const tests = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(String(path)),
  })
  const lines = tests.flatMap((file) => readFileSync(root + file, 'utf8').split('\n'))
  const page = readFileSync(`${root}docs/security.md`, 'utf8').replace(/\s+/g, ' ')

  const names = [...page.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(100)
  // An ellipsis stands for what a test's name leaves to its cases.
  const missing = names.filter((name) => {
    const parts = name.split('…').map((part) => part.trim())
    return !lines.some((line) => parts.every((part) => line.includes(part)))
  })
  expect(missing).toEqual([])

  const files = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(
    ([, file = '']) => file,
  )
  expect(files.filter((file) => !tests.some((path) => path.endsWith(file)))).toEqual([])
})
