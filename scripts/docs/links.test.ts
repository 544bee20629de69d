import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every link of a document to another file leads somewhere', () => {
  const links = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(
      ([, target = '']) => [file, target] as const,
    ),
  )
  expect(links.length).toBeGreaterThan(50)
  const dead = links.filter(
    ([file, target]) =>
      !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), decodeURI(target))),
  )
  expect(dead).toEqual([])
})
