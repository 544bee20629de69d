import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { unusedTransitions } from '../apps/web/build/used-mantine-variables.ts'

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

test('what has a plain element is not taken from Mantine', () => {
  const plain =
    /import \{[^}]*\b(?:Button|ActionIcon|Skeleton|VisuallyHidden)\b[^}]*\} from '@mantine\/core'/
  const taken = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    plain.test(readFileSync(join(web, file), 'utf8')),
  )
  expect("import { Button, FileButton } from '@mantine/core'").toMatch(plain)
  expect("import { FileButton } from '@mantine/core'").not.toMatch(plain)
  expect(taken).toEqual([])
})

test('no screen asks for a transition that the build removes', () => {
  const named = globSync('**/*.tsx', { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/transition(?:="|: ')([\w-]+)/g)].map(
      ([, transition = '']) => transition,
    ),
  )
  const removed = new RegExp(`^(?:${unusedTransitions.source})$`)
  expect(['skew-up', 'slide-left'].filter((name) => removed.test(name))).toHaveLength(2)
  expect(['fade', 'pop', 'slide-down'].filter((name) => removed.test(name))).toEqual([])
  expect(named.filter((name) => removed.test(name))).toEqual([])
})
