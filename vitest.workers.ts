import { availableParallelism } from 'node:os'

/** Of all projects, which Vitest then runs together: its own default leaves a core idle. */
export const maxWorkers = availableParallelism()
