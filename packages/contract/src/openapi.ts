import { z } from 'zod'
import { binary, type EndpointTable } from './endpoint.ts'

export const endpoints = {
  'GET /api/openapi.json': {
    access: 'public',
    summary: 'Este documento',
    answer: z.record(z.string(), z.unknown()),
  },
  'GET /api/docs': {
    access: 'public',
    summary: 'Lo que toma y responde cada llamada, para leer',
    answer: binary,
    file: 'text/plain; charset=utf-8',
  },
} as const satisfies EndpointTable
