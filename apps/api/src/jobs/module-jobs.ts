import type { TaskList } from 'graphile-worker'

/** The background jobs of one module; `worker.ts` lists the modules. */
export interface ModuleJobs {
  /** By task name. */
  tasks: TaskList
  /** Lines of graphile-worker's crontab: minute, hour, day, month, weekday (UTC), task. */
  schedule?: string[]
}
