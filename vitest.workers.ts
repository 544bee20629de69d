import { availableParallelism } from 'node:os'

/**
 * Of all projects, which Vitest then runs together. Many tests wait for another process, or for the limits of a
 * silent one. A number, since Vitest takes a percentage as at most 100 %.
 */
export const maxWorkers = Math.ceil(availableParallelism() * 1.5)
