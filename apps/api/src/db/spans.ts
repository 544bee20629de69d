import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'
import type { TaskList } from 'graphile-worker'

// The library is loaded by `open-tracing.ts` alone. Without tracing these functions only run the work.

export type SpanRole = 'call' | 'job' | 'transaction' | 'statement'

/** Starts a span below `parent`, or the first one of a trace. */
type StartSpan = (
  role: SpanRole,
  name: string,
  attributes: Attributes,
  parent: Span | undefined,
) => Span

/** `SpanStatusCode.ERROR` of the library. */
const FAILED = { code: 2 }
const SAMPLED = 1

let startSpan: StartSpan | null = null
const presentSpan = new AsyncLocalStorage<Span>()

export function setTracing(start: StartSpan | null): void {
  startSpan = start
}

/** The span of a call, which `withSpan` makes the present one; null without tracing. */
export function startCallSpan(name: string, attributes: Attributes): Span | null {
  return startSpan?.('call', name, attributes, undefined) ?? null
}

/** Runs the work inside a span that is already open. */
export function withSpan<Result>(span: Span | null, work: () => Result): Result {
  return span ? presentSpan.run(span, work) : work()
}

export function endSpan(span: Span, hasFailed: boolean): void {
  if (hasFailed) span.setStatus(FAILED)
  span.end()
}

/**
 * Runs the work in a span of its own: a job's is the first of a trace, any other needs one above it.
 * The error's message stays out, since it may hold what somebody typed.
 */
export function inSpan<Result>(
  role: Exclude<SpanRole, 'call'>,
  describe: () => { name: string; attributes: Attributes },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!startSpan) return work()
  const parent = presentSpan.getStore()
  if (!parent && role !== 'job') return work()
  const { name, attributes } = describe()
  return runAndEnd(startSpan(role, name, attributes, parent), work)
}

async function runAndEnd<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await presentSpan.run(span, work)
    endSpan(span, false)
    return result
  } catch (error) {
    span.setAttribute('error.type', kindOf(error))
    endSpan(span, true)
    throw error
  }
}

/** For the lines of the log; null outside of a trace that is recorded. */
export function presentTraceId(): string | null {
  const { traceId, traceFlags = 0 } = presentSpan.getStore()?.spanContext() ?? {}
  return traceId !== undefined && (traceFlags & SAMPLED) === SAMPLED ? traceId : null
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The same tasks, each run of which is a trace. */
export function traceJobs(tasks: TaskList): TaskList {
  const traced: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    traced[name] = async (payload, helpers) => {
      const attributes = { 'carpeta.job_id': helpers.job.id }
      await inSpan(
        'job',
        () => ({ name: `job ${name}`, attributes }),
        async () => {
          await task?.(payload, helpers)
        },
      )
    }
  }
  return traced
}
