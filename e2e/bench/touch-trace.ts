export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** In microseconds. */
  ts: number
  /** Of the thread, in microseconds. */
  tts?: number
  tdur?: number
  args: { name?: string; data?: { url?: string } }
}

/** What a browser must record of a touch. */
export const TRACED = ['toplevel', 'devtools.timeline', 'blink.user_timing']
/** The page's mark of the moment in which it contains what was asked for. */
export const SHOWN = 'shown'

const SCRIPT = /^(?:FunctionCall|EvaluateScript|RunMicrotasks|v8\.)/
const RENDERING = /^(?:Layout|UpdateLayoutTree)$/

export interface TracedTouch {
  /** Until the paint that shows what was asked for. */
  scriptUntilPaintMs: number
  longestTaskMs: number
}

/** Times of the main thread. */
export function readTrace(trace: Buffer): TracedTouch {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const shown = traceEvents.find(({ name }) => name === SHOWN)
  if (!shown) throw new Error('The page never showed what was asked for')
  const main = traceEvents.filter(({ pid, tid }) => pid === shown.pid && tid === shown.tid)
  const paint = main.find(({ name, ts }) => name === 'Paint' && ts > shown.ts)
  const until = main.filter(({ ts }) => ts < (paint?.ts ?? Number.POSITIVE_INFINITY))
  const scripts = until.filter(({ name }) => SCRIPT.test(name))
  // A script that asks for a size waits for the layout, which is no script.
  const others = until.filter((event) => RENDERING.test(event.name) || isOfBench(event))
  const tasks = main.filter(({ name }) => /RunTask/.test(name))
  return {
    scriptUntilPaintMs: (outermost([...scripts, ...others]) - outermost(others)) / 1000,
    longestTaskMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  }
}

/** The scripts that watch the page come from no address: 5 to 10 of 100 ms. */
function isOfBench({ name, args }: TraceEvent): boolean {
  return name === 'FunctionCall' && !args.data?.url?.startsWith('http')
}

/** The time of these events; what is within another one is not counted twice. */
function outermost(events: TraceEvent[]): number {
  let sum = 0
  let end = 0
  for (const { tts = 0, tdur = 0 } of events.toSorted((a, b) => (a.tts ?? 0) - (b.tts ?? 0))) {
    if (tts + tdur <= end) continue
    sum += tts + tdur - Math.max(tts, end)
    end = tts + tdur
  }
  return sum
}
