import type { TaskList } from 'graphile-worker'
import { inSpan } from './spans.ts'

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
