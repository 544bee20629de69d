import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** Statements that end when the test says so. */
function openReads() {
  const statements: { keys: string[]; end: PromiseWithResolvers<void> }[] = []
  const begun: PromiseWithResolvers<void>[] = []
  const wait = (index: number) => {
    begun[index] ??= Promise.withResolvers()
    return begun[index].promise
  }
  const find = inBatches(async (keys: string[]) => {
    const end = Promise.withResolvers<void>()
    const index = statements.push({ keys, end }) - 1
    void wait(index)
    begun[index]?.resolve()
    await end.promise
    return (key) => `${key} of statement ${index + 1}`
  })
  return { statements, wait, find }
}

test('calls that arrive together share a statement, and each gets its own answer', async () => {
  const { statements, wait, find } = openReads()
  const answers = Promise.all(['Rosa', 'Bruno', 'Rosa'].map(find))
  await wait(0)
  expect(statements.map(({ keys }) => keys)).toEqual([['Rosa', 'Bruno', 'Rosa']])
  statements[0]?.end.resolve()
  expect(await answers).toEqual([
    'Rosa of statement 1',
    'Bruno of statement 1',
    'Rosa of statement 1',
  ])
})

test('a call that arrives while a statement runs is read by a later one (security 3.25)', async () => {
  const { statements, wait, find } = openReads()
  const first = find('Rosa')
  await wait(0)
  const second = find('Rosa')
  await wait(1)
  // Two run: these wait for the next, together.
  const others = Promise.all([find('Bruno'), find('Inés')])
  statements[1]?.end.resolve()
  expect(await second).toBe('Rosa of statement 2')
  await wait(2)
  statements[0]?.end.resolve()
  statements[2]?.end.resolve()
  expect(await first).toBe('Rosa of statement 1')
  expect(await others).toEqual(['Bruno of statement 3', 'Inés of statement 3'])
  expect(statements).toHaveLength(3)
})

test('a statement that fails is the failure of its calls alone (§12.660)', async () => {
  const { statements, wait, find } = openReads()
  const failing = Promise.allSettled(['Rosa', 'Bruno'].map(find))
  await wait(0)
  const later = find('Inés')
  await wait(1)
  statements[0]?.end.reject(new Error('the database is down'))
  statements[1]?.end.resolve()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await later).toBe('Inés of statement 2')
  const next = find('Rosa')
  await wait(2)
  statements[2]?.end.resolve()
  expect(await next).toBe('Rosa of statement 3')
})

test('a statement reads at most fifty keys', async () => {
  const { statements, wait, find } = openReads()
  const names = Array.from({ length: 120 }, (_, index) => `member ${index}`)
  const answers = Promise.all(names.map(find))
  for (const index of [0, 1, 2]) {
    await wait(index)
    statements[index]?.end.resolve()
  }
  expect((await answers).map((answer) => answer.split(' of ')[0])).toEqual(names)
  expect(statements.map(({ keys }) => keys.length)).toEqual([50, 50, 20])
})
