import { MAX_VIEW_REASON } from '@carpeta/domain/access/view-as-rules'
import { z } from 'zod'
import { signedInUserSchema } from './auth.ts'
import { type EndpointTable, id, text } from './endpoint.ts'

export const endpoints = {
  // Turns the session into a read-only view as this member.
  'POST /api/view-as/': {
    access: 'users.view_as_member',
    summary: 'Ver la carpeta como un socio',
    fieldErrors: true,
    body: z.object({ user_id: id, reason: text(MAX_VIEW_REASON).default('') }),
    answer: signedInUserSchema,
  },
  'POST /api/view-as/end/': {
    access: 'user',
    inView: true,
    summary: 'Dejar de ver la carpeta como un socio',
    answer: signedInUserSchema,
  },
} as const satisfies EndpointTable
