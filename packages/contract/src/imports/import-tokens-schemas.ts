import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, instant, text } from '../text.ts'

const access = 'sales.import_sales'

export const importTokenSchema = z.object({
  id,
  name: z.string(),
  prefix: z.string().meta({ description: 'Su comienzo, para reconocerlo' }),
  state: z.enum(['active', 'suspended', 'expired', 'revoked']),
  created_by: z
    .string()
    .meta({ description: 'Vacío si lo creó un comando, que no depende de nadie' }),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
})

export const definitions = {
  listImportTokens: {
    access,
    summary: 'Los tokens con que un programa carga exportaciones',
    answer: z.object({ results: z.array(importTokenSchema) }),
  },
  createImportToken: {
    access,
    summary: 'Crear un token; pide haber confirmado la contraseña hace poco',
    fieldErrors: true,
    body: z.object({ name: text(80), days: z.number().int() }),
    status: 201,
    answer: importTokenSchema.extend({
      token: z.string().meta({ description: 'Solo aquí: después nadie lo puede leer' }),
    }),
  },
  revokeImportToken: {
    access,
    summary: 'Revocar un token',
    params: z.object({ id }),
    answer: empty,
  },
} as const satisfies Record<string, Definition>
