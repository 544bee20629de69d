import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'

const answer = z.object({ status: z.string() })

export const endpoints = {
  'GET /api/health/': {
    access: 'public',
    withoutSession: true,
    summary: 'El proceso vive',
    answer,
  },
  'GET /api/health/ready/': {
    access: 'public',
    withoutSession: true,
    summary: 'Puede atender',
    answer,
    errors: { 503: answer },
  },
} as const satisfies EndpointTable
