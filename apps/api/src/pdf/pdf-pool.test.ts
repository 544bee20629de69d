import { expect, onTestFinished, test, vi } from 'vitest'
import { Throttled, Unavailable } from '../http/errors.ts'
import { type PdfLimits, pdfLimits } from '../throttle/limits.ts'
import { openPdfPool } from './pdf-pool.ts'

const drawing = (name: string) => new URL(`../../test/pdf/${name}-drawing.ts`, import.meta.url)
const text = JSON.stringify('Rosa')

function openPool(limits: Partial<PdfLimits>) {
  const pool = openPdfPool({ ...pdfLimits, ...limits })
  onTestFinished(() => pool.close())
  return pool
}

test('a drawing runs in its thread; its error is the caller’s', async () => {
  const pool = openPool({})
  expect(String(await pool.draw(drawing('short'), text, 'rosa'))).toBe('Rosa')
  await expect(pool.draw(drawing('short'), '""', 'rosa')).rejects.toThrow('nothing to draw')
  expect(String(await pool.draw(drawing('short'), text, 'rosa'))).toBe('Rosa')
})

test.each([
  ['takes too long', 'endless', { timeoutMs: 3000 }],
  ['needs too much memory', 'boundless', { memoryMb: 32 }],
])(
  'one that %s is ended, and the next ones are drawn (security 10.22)',
  async (_name, name, limits) => {
    const pool = openPool({ threads: 1, ...limits })
    const ended = pool.draw(drawing(name), text, 'rosa')
    await expect(ended).rejects.toBeInstanceOf(Unavailable)
    await vi.waitUntil(async () => {
      const next = await pool.draw(drawing('short'), text, 'hernan').catch(() => null)
      return String(next) === 'Rosa'
    }, 60_000)
  },
)

test('beyond the queue and beyond one user’s part a drawing is refused at once (security 10.22)', async () => {
  const pool = openPool({ threads: 1, maxWaiting: 2, maxOfOwner: 2 })
  const endless = [1, 2].map(() => pool.draw(drawing('endless'), text, 'rosa'))
  await expect(pool.draw(drawing('short'), text, 'rosa')).rejects.toBeInstanceOf(Throttled)
  const waiting = pool.draw(drawing('short'), text, 'hernan')
  await expect(pool.draw(drawing('short'), text, 'elena')).rejects.toBeInstanceOf(Unavailable)
  expect(() => pool.requireRoom('elena')).toThrow(Unavailable)
  const ended = Promise.allSettled([...endless, waiting])
  await pool.close()
  for (const { status, ...outcome } of await ended) {
    expect({ status, outcome }).toMatchObject({ outcome: { reason: expect.any(Unavailable) } })
  }
})
