import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as locks from './advisory-locks.ts'

const api = fileURLToPath(new URL('../..', import.meta.url))
const numbers = Object.values(locks)

test('every advisory lock has its own number', () => {
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe('no other file has the number of an advisory lock', () => {
  function numbersIn(file: string): number[] {
    const source = readFileSync(`${api}/${file}`, 'utf8').replaceAll(/(?<=\d)_(?=\d)/g, '')
    const own = source.matchAll(/\b72010\d{3}\b/g)
    const locked = source.matchAll(/advisory\w*lock\w*\(\s*(\d+)/g)
    return [...own, ...locked].map(([text, number]) => Number(number ?? text))
  }

  const files = globSync('{src,test,bench,seeds}/**/*.{ts,sql}', { cwd: api }).filter(
    (file) => !file.endsWith('db/advisory-locks.ts'),
  )

  const isTest = (file: string) => file.startsWith('test') || file.endsWith('.test.ts')

  test('but the baseline, which chains audit entries', () => {
    const found = files.filter((file) => !isTest(file)).flatMap(numbersIn)
    expect(new Set(found)).toEqual(new Set([locks.AUDIT_CHAIN_LOCK]))
  })

  test('nor do the tests', () => {
    const found = files.filter(isTest).flatMap(numbersIn)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((number) => numbers.some((lock) => lock === number))).toEqual([])
  })
})
