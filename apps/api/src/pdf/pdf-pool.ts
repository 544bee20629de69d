import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'
import { ClientGone, Throttled, Unavailable } from '../http/errors.ts'
import type { FileProblem } from './file-problem.ts'
import { type PdfLimits, pdfLimits } from './pdf-limits.ts'

const WORKER = fileURLToPath(new URL('./draw-worker.ts', import.meta.url))
const RETRY_SECONDS = 5

/** A drawing took too long or too much memory, and would again. */
class DrawingEnded extends Unavailable {
  readonly fileProblem: FileProblem = 'too_complex'
}

/** The client that waits for a drawing. */
export interface DrawingClient {
  /** The user, or a command, whose share of the queue it takes. */
  owner: string
  /** Aborts when nobody waits for the result any more. */
  signal?: AbortSignal
  /** Opens a file that was received: it waits for its turn, since uploads at once are limited already. */
  isUpload?: boolean
}

/**
 * Calls `draw` of a module in a thread. The content is JSON text, or values that can be cloned.
 * @throws what the module throws
 * @throws {Unavailable} with the problem 'too_complex', when it takes too long or too much memory
 */
export type Draw = <Result>(module: URL, content: string | readonly object[]) => Promise<Result>

/** The queue for drawing, rendering, joining and checking PDFs in threads, which take seconds of computing. */
export interface PdfPool {
  /**
   * Takes a place in the queue at once, and runs `work` in its turn, which only then reads its content. An owner has
   * one turn at a time, so that nobody waits for all the work of another.
   * @throws {Throttled} when the owner has no place left
   * @throws {Unavailable} when the queue is full
   * @throws {ClientGone} once the signal is aborted, which drops a waiting turn and ends a running one
   */
  takeTurn: <Result>(
    client: DrawingClient,
    work: (draw: Draw) => Promise<Result>,
  ) => Promise<Result>
  /** Ends the threads, and with them the drawings. */
  close: () => Promise<void>
}

interface Turn {
  owner: string
  begin: () => void
}

/** Threads start with the first drawings. */
export function openPdfPool(limits: PdfLimits = pdfLimits): PdfPool {
  const threads = workerpool.pool(WORKER, {
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
  /** The owner of each place, whether its work waits or runs; uploads take none. */
  const places: string[] = []
  const waiting: Turn[] = []
  const running = new Set<string>()
  let isClosed = false

  async function takeTurn<Result>(
    { owner, signal, isUpload = false }: DrawingClient,
    work: (draw: Draw) => Promise<Result>,
  ): Promise<Result> {
    if (!isUpload) takePlace(owner)
    try {
      await turnOf(owner, signal)
      try {
        return await work((module, content) => draw(module, content, signal))
      } finally {
        running.delete(owner)
        // The owner's other turns wait behind everybody else's.
        waiting.sort((a, b) => Number(a.owner === owner) - Number(b.owner === owner))
        beginTurns()
      }
    } finally {
      if (!isUpload) places.splice(places.indexOf(owner), 1)
    }
  }

  function takePlace(owner: string): void {
    const own = places.filter((each) => each === owner)
    if (own.length >= limits.maxOfOwner) throw new Throttled(RETRY_SECONDS)
    if (places.length >= limits.max) throw new Unavailable('the queue of drawings is full')
    places.push(owner)
  }

  async function turnOf(owner: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn = { owner, begin: resolve }
    const leave = () => {
      const at = waiting.indexOf(turn)
      if (at === -1) return
      waiting.splice(at, 1)
      reject(new ClientGone())
    }
    waiting.push(turn)
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    beginTurns()
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  function beginTurns(): void {
    while (running.size < limits.threads) {
      const next = waiting.findIndex(({ owner }) => !running.has(owner))
      const [turn] = next === -1 ? [] : waiting.splice(next, 1)
      if (!turn) return
      running.add(turn.owner)
      turn.begin()
    }
  }

  async function draw<Result>(
    module: URL,
    content: string | readonly object[],
    signal?: AbortSignal,
  ): Promise<Result> {
    if (signal?.aborted) throw new ClientGone()
    if (isClosed) throw new Unavailable('the threads have ended')
    const drawing = threads.exec('draw', [module.href, content]).timeout(limits.timeoutMs)
    // Ends the thread; the next drawing starts another. A listener that returned the promise would fail with it.
    const end = () => void drawing.cancel()
    signal?.addEventListener('abort', end, { once: true })
    try {
      return (await drawing) as Result
    } catch (error) {
      if (signal?.aborted) throw new ClientGone()
      if (isClosed) throw new Unavailable(`the drawing ended: ${error}`)
      if (isEnded(error)) throw new DrawingEnded(`the drawing ended: ${error}`)
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }

  return {
    takeTurn,
    close: async () => {
      isClosed = true
      await threads.terminate(true)
    },
  }
}

/** The thread was ended for its time or its memory. */
function isEnded(error: unknown): boolean {
  return (
    error instanceof workerpool.Promise.TimeoutError || error instanceof workerpool.TerminateError
  )
}
