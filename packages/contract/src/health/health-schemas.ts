import { z } from 'zod'
import type { Definition } from '../endpoint.ts'

const answer = z.object({ status: z.string() })

export const definitions = {
  checkHealth: { access: 'public', withoutSession: true, summary: 'El proceso vive', answer },
  checkReady: {
    access: 'public',
    withoutSession: true,
    summary: 'Puede atender',
    answer,
    errors: { 503: answer },
  },
} as const satisfies Record<string, Definition>
