import type { TaskList } from 'graphile-worker'

/** The background jobs of one module; `worker.ts` lists the modules. */
export interface ModuleJobs {
  /** By the name that enqueues it. */
  tasks: TaskList
  /** Lines of graphile-worker's crontab: minute, hour, day, month, weekday (UTC), task. */
  schedule?: string[]
}
