import { expect, test } from 'vitest'
import { readRepository } from '../source/read-repository.ts'
import { citedRows, readCounts, readRequirements, requirementNumbers, verdicts } from './asvs.ts'

const repository = readRepository()
const text = repository.get('docs/security-asvs.md') ?? ''
const requirements = readRequirements(text)

test('every requirement of level 1 and 2 has one row, with a verdict and its ground', () => {
  expect(requirementNumbers()).toHaveLength(253)
  expect(requirements.map(({ number }) => number)).toEqual(requirementNumbers())
  for (const { number, verdict, because } of requirements) {
    expect(verdicts, number).toContain(verdict)
    expect(because, number).not.toBe('')
  }
})

test('a requirement is held only by rows that exist and have a test', () => {
  const unproven = requirements
    .filter(({ verdict }) => verdict === 'held')
    .filter(({ because }) => {
      const cited = citedRows(because)
      return cited.length === 0 || !cited.every(isTested)
    })
  expect(unproven).toEqual([])
})

test('the counts of each chapter are those of its rows', () => {
  const counts = readCounts(text)
  expect(counts.size).toBe(18)
  for (const [chapter, numbers] of counts) {
    const rows = requirements.filter(
      ({ number }) => chapter === 'all' || number.startsWith(`${chapter}.`),
    )
    const counted = verdicts.map((name) => rows.filter(({ verdict }) => verdict === name).length)
    expect(numbers, `chapter ${chapter}`).toEqual(counted)
  }
})

function isTested({ document, number }: { document: string; number: string }): boolean {
  const rows = repository.get(document)?.split('\n') ?? []
  const row = rows.find((line) => line.startsWith(`| ${number} |`))
  return row !== undefined && !/\| no test \|$/.test(row)
}
