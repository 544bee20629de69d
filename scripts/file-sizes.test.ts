import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Repository, readRepository } from './source/read-repository.ts'

const MAX_FILES = 20
const MAX_TEST_LINES = 300

/** Migrations are numbered files that only grow in number. */
const migrations = 'apps/api/src/db/migrations'

const isCode = /^(?:apps|packages|e2e|scripts)\//

function crowdedFolders(repository: Repository): string[] {
  const sizes = new Map<string, number>()
  for (const path of repository.keys()) {
    if (!isCode.test(path) || path.startsWith(migrations)) continue
    const folder = dirname(path)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes].filter(([, size]) => size > MAX_FILES).map(([folder]) => folder)
}

function longTests(repository: Repository): string[] {
  return [...repository]
    .filter(([path, text]) => isTest(path) && text.split('\n').length - 1 > MAX_TEST_LINES)
    .map(([path]) => path)
}

function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path)
}

test('no folder of the code has more than twenty files', () => {
  expect(crowdedFolders(readRepository())).toEqual([])
})

test('no test file has more than three hundred lines', () => {
  expect(longTests(readRepository())).toEqual([])
})

describe('the check finds', () => {
  test('a folder with one file too many', () => {
    const files = Array.from({ length: 21 }, (_, i) => [`apps/api/src/users/${i}.ts`, ''] as const)
    expect(crowdedFolders(new Map(files))).toEqual(['apps/api/src/users'])
    expect(crowdedFolders(new Map(files.slice(1)))).toEqual([])
  })

  test('a test file with one line too many', () => {
    const lines = (count: number) => new Map([['e2e/stories/users.spec.ts', 'x\n'.repeat(count)]])
    expect(longTests(lines(301))).toEqual(['e2e/stories/users.spec.ts'])
    expect(longTests(lines(300))).toEqual([])
  })
})
