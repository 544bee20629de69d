import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ClientGone, Throttled, Unavailable } from '../http/errors.ts'
import { type PdfLimits, pdfLimits } from './pdf-limits.ts'
import { type DrawingClient, openPdfPool, type PdfPool } from './pdf-pool.ts'

const moduleOf = (name: string) => new URL(`../../test/pdf/${name}-drawing.ts`, import.meta.url)

function openPool(limits: Partial<PdfLimits> = {}): PdfPool {
  const pool = openPdfPool({ ...pdfLimits, ...limits })
  onTestFinished(() => pool.close())
  return pool
}

/** Draws Rosa's name, or what its name says. */
async function draw(pool: PdfPool, client: DrawingClient, name = 'short', text = 'Rosa') {
  const content = JSON.stringify(text)
  return String(
    Buffer.from(await pool.takeTurn(client, (draw) => draw<Uint8Array>(moduleOf(name), content))),
  )
}

const rosa = { owner: 'rosa' }
const hernan = { owner: 'hernan' }
const elena = { owner: 'elena' }

test('a drawing runs in its thread; its error is the caller’s', async () => {
  const pool = openPool()
  expect(await draw(pool, rosa)).toBe('Rosa')
  await expect(draw(pool, rosa, 'short', '')).rejects.toThrow('nothing to draw')
  expect(await draw(pool, rosa)).toBe('Rosa')
})

test.each([
  ['takes too long', 'endless', { timeoutMs: 3000 }],
  ['needs too much memory', 'boundless', { memoryMb: 32 }],
])(
  'one that %s is ended, and the next ones are drawn (security 10.22)',
  async (_name, name, limits) => {
    const pool = openPool({ threads: 1, ...limits })
    await expect(draw(pool, rosa, name)).rejects.toBeInstanceOf(Unavailable)
    await vi.waitUntil(async () => (await draw(pool, rosa).catch(() => null)) === 'Rosa', 60_000)
  },
)

/** Work that runs until the test ends it. */
function holdTurn(pool: PdfPool, client: DrawingClient) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  return { done: pool.takeTurn(client, () => promise), end }
}

describe('the queue', () => {
  test('refuses a third work of one owner, and the last of too many, before it begins (security 10.22)', async () => {
    const pool = openPool({ max: 3 })
    const held = [rosa, rosa, hernan].map((client) => holdTurn(pool, client))
    const work = vi.fn()
    await expect(pool.takeTurn(rosa, work)).rejects.toBeInstanceOf(Throttled)
    await expect(pool.takeTurn(elena, work)).rejects.toBeInstanceOf(Unavailable)
    expect(work).not.toHaveBeenCalled()
    for (const { end } of held) end()
    await Promise.all(held.map(({ done }) => done))
    expect(await draw(pool, elena)).toBe('Rosa')
  })

  test('gives one owner one thread, so that another’s work does not wait (security 10.68)', async () => {
    const pool = openPool({ timeoutMs: 600_000 })
    const endless = [draw(pool, rosa, 'endless'), draw(pool, rosa, 'endless')]
    const ended = Promise.allSettled(endless)
    expect(await draw(pool, hernan)).toBe('Rosa')
    await pool.close()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('lets each owner wait for one work of another at most (security 10.68)', async () => {
    const pool = openPool({ threads: 1 })
    const begun: string[] = []
    const first = holdTurn(pool, rosa)
    const others = [rosa, hernan, elena, hernan].map((client) =>
      pool.takeTurn(client, async () => {
        begun.push(client.owner)
      }),
    )
    first.end()
    await Promise.all([first.done, ...others])
    expect(begun).toEqual(['hernan', 'elena', 'rosa', 'hernan'])
  })

  test('ends its work with its threads', async () => {
    const pool = openPool({ threads: 1 })
    const works = [draw(pool, rosa, 'endless'), draw(pool, hernan)]
    const ended = Promise.allSettled(works)
    await pool.close()
    expect(await ended).toEqual(
      works.map(() => ({ status: 'rejected', reason: expect.any(Unavailable) })),
    )
  })
})

describe('work whose client has gone', () => {
  test('never begins when it waits (security 10.69)', async () => {
    const pool = openPool()
    const first = holdTurn(pool, rosa)
    const client = new AbortController()
    const work = vi.fn()
    const waiting = pool.takeTurn({ ...rosa, signal: client.signal }, work)
    client.abort()
    await expect(waiting).rejects.toBeInstanceOf(ClientGone)
    await expect(pool.takeTurn({ ...hernan, signal: client.signal }, work)).rejects.toBeInstanceOf(
      ClientGone,
    )
    expect(work).not.toHaveBeenCalled()
    // Its place is free again.
    const second = holdTurn(pool, rosa)
    first.end()
    second.end()
    await Promise.all([first.done, second.done])
  })

  test('is ended when it is drawn, and its thread draws for others (security 10.69)', async () => {
    const pool = openPool({ threads: 1, timeoutMs: 600_000 })
    const client = new AbortController()
    const endless = pool.takeTurn({ ...rosa, signal: client.signal }, (draw) => {
      const drawing = draw(moduleOf('endless'), '""')
      client.abort()
      return drawing
    })
    await expect(endless).rejects.toBeInstanceOf(ClientGone)
    expect(await draw(pool, hernan)).toBe('Rosa')
  })
})
