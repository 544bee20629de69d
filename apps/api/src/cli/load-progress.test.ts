import { PassThrough } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { openLoadProgress } from './load-progress.ts'

beforeEach(() => void vi.useFakeTimers())

test('without a terminal a load says once in ten seconds how far it is, also while it is stored (§12.1031)', () => {
  const output = new PassThrough()
  const said = () => String(output.read() ?? '')
  const progress = openLoadProgress(Object.assign(output, { isTTY: false }) as never)
  vi.advanceTimersByTime(30_000)
  expect(said()).toBe('')
  for (let sales = 50; sales <= 4000; sales += 50) progress.show({ sales, part: sales / 20_000 })
  vi.advanceTimersByTime(10_000)
  expect(said()).toBe('Leyendo: 20 %, 4.000 ventas.\n')
  progress.show({ sales: 20_000, part: 1 })
  vi.advanceTimersByTime(20_000)
  const stored = 'Se leyeron 20.000 ventas; se guardan en la base de datos.\n'
  expect(said()).toBe(stored + stored)
  progress.close()
  vi.advanceTimersByTime(20_000)
  expect(said()).toBe('')
})
