import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'
import { Throttled, Unavailable } from '../http/errors.ts'
import { type PdfLimits, pdfLimits } from '../throttle/limits.ts'

const WORKER = fileURLToPath(new URL('./draw-worker.ts', import.meta.url))
const RETRY_SECONDS = 5

/** A drawing was ended for its time or its memory: it will be again. */
export class DrawingEnded extends Unavailable {}

/** Threads that draw PDFs: drawing takes seconds of computing, which would block all other calls. */
export interface PdfPool {
  /**
   * Refuses before the work that precedes a drawing.
   * @throws {Unavailable} when the queue is full
   * @throws {Throttled} when too many drawings of this owner wait or run
   */
  requireRoom: (owner: string) => void
  /**
   * Draws with `draw` of a module, in a thread. The content is JSON text, or a value that can be cloned.
   * @throws what `requireRoom` throws
   * @throws {DrawingEnded} when the drawing takes too long or too much memory
   */
  draw: (module: URL, content: string | readonly object[], owner: string) => Promise<Buffer>
  /** As `draw`, for a module whose result is no PDF. */
  run: <Result>(module: URL, content: readonly object[], owner: string) => Promise<Result>
  /** Ends the threads, and with them the drawings. */
  close: () => Promise<void>
}

/** Threads start with the first drawings. */
export function openPdfPool(limits: PdfLimits = pdfLimits): PdfPool {
  const pool = workerpool.pool(WORKER, {
    workerType: 'thread',
    maxWorkers: limits.threads,
    // A drawing has nothing to clean up.
    workerTerminateTimeout: 1,
    workerThreadOpts: {
      // Settings hold secrets, and no drawing reads one.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    },
  })
  const drawingsOf = new Map<string, number>()
  let isClosed = false

  function requireRoom(owner: string): void {
    const { pendingTasks } = pool.stats()
    if (pendingTasks >= limits.maxWaiting) throw new Unavailable('the queue of drawings is full')
    if ((drawingsOf.get(owner) ?? 0) >= limits.maxOfOwner) throw new Throttled(RETRY_SECONDS)
  }

  async function run(
    module: URL,
    content: string | readonly object[],
    owner: string,
  ): Promise<unknown> {
    requireRoom(owner)
    drawingsOf.set(owner, (drawingsOf.get(owner) ?? 0) + 1)
    try {
      return await pool.exec('draw', [module.href, content]).timeout(limits.timeoutMs)
    } catch (error) {
      if (isClosed) throw new Unavailable(`the drawing ended: ${error}`)
      if (isEnded(error)) throw new DrawingEnded(`the drawing ended: ${error}`)
      throw error
    } finally {
      const others = (drawingsOf.get(owner) ?? 1) - 1
      if (others === 0) drawingsOf.delete(owner)
      else drawingsOf.set(owner, others)
    }
  }

  return {
    requireRoom,
    draw: async (module, content, owner) =>
      Buffer.from((await run(module, content, owner)) as Uint8Array),
    run: async <Result>(module: URL, content: readonly object[], owner: string) =>
      (await run(module, content, owner)) as Result,
    close: async () => {
      isClosed = true
      await pool.terminate(true)
    },
  }
}

/** The thread was ended for its time or its memory. */
function isEnded(error: unknown): boolean {
  return (
    error instanceof workerpool.Promise.TimeoutError || error instanceof workerpool.TerminateError
  )
}
