import { z } from 'zod'
import type { Definition } from '../endpoint.ts'

export const definitions = {
  getOpenApi: {
    access: 'public',
    summary: 'Este documento',
    answer: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Definition>
