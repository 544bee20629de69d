/** The jobs of one kind. */
export interface JobCounts {
  task: string
  waiting: number
  due: number
  running: number
  failed: number
  /** Seconds for which the oldest due job could have run; null without one. */
  dueSeconds: number | null
  /** Seconds since the oldest job that has not failed was added; null without one. */
  pendingSeconds: number | null
}

/** What the metrics tell of the database's content: counts and ages, and nothing of a person. */
export interface PortalData {
  jobs: JobCounts[]
  emails: { waiting: number; oldestSeconds: number }
  isWorkerRunning: boolean
  /** Null before the first load. */
  loadAgeSeconds: number | null
  /** Days of which the UF is known after today; negative when today's is missing, null without any. */
  ufDays: number | null
}
