import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { circlesOf, importCircles } from './import-directions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('no files import each other in a circle, types included', () => {
  expect(importCircles(root)).toEqual([])
})

describe('a circle is found', () => {
  test.each([
    ['of values', "import { b } from './b.ts'", "import { a } from './a.ts'"],
    ['of types', "import type { B } from './b.ts'", "import { type A } from './a.ts'"],
    ['of a re-export', "export { b } from './b.ts'", "import { a } from './a.ts'"],
    ['of a dynamic import', "const { b } = await import('./b.ts')", "import './a.ts'"],
    ['of an import type', "type B = import('./b.ts').B", "export * from './a.ts'"],
  ])('%s', (_name, a, b) => {
    const sources = new Map([
      ['apps/api/src/a.ts', a],
      ['apps/api/src/b.ts', b],
      ['apps/api/src/c.ts', "import { a } from './a.ts'"],
    ])
    expect(circlesOf(sources)).toEqual([['apps/api/src/a.ts', 'apps/api/src/b.ts']])
  })

  test('through a package of the project', () => {
    const sources = new Map([
      ['packages/domain/src/people/rut.ts', "import type { User } from '@carpeta/contract/auth'"],
      ['packages/contract/src/auth.ts', "import { cleanRut } from '@carpeta/domain/people/rut'"],
    ])
    expect(circlesOf(sources)).toHaveLength(1)
  })

  test('and a file that imports itself', () => {
    const sources = new Map([['apps/api/src/a.ts', "import { a } from './a.ts'"]])
    expect(circlesOf(sources)).toEqual([['apps/api/src/a.ts']])
  })
})

test('two paths to the same file are not a circle', () => {
  const sources = new Map([
    ['apps/api/src/a.ts', "import './b.ts'\nimport './c.ts'"],
    ['apps/api/src/b.ts', "import './c.ts'"],
    ['apps/api/src/c.ts', ''],
  ])
  expect(circlesOf(sources)).toEqual([])
})
