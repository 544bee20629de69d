import { starterProcedures } from '@carpeta/domain/setup/starter-procedures'
import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { position, text } from '../text.ts'

const access = 'procedures.change_procedures'

const starterSchema = z.object({
  title: z.string(),
  description: z.string(),
  documents: z.array(z.string()),
  answer_hours: z.number().int().positive(),
  is_present: z.boolean().meta({ description: 'El catálogo ya tiene uno con este título' }),
})

export type StarterProcedure = z.infer<typeof starterSchema>

export const definitions = {
  listStarterProcedures: {
    access,
    summary: 'Trámites usuales de una cooperativa, para comenzar el catálogo',
    answer: z.object({ results: z.array(starterSchema) }),
  },
  addStarterProcedures: {
    access,
    summary: 'Agregar los elegidos al catálogo; los que ya están no se repiten',
    body: z.object({ titles: z.array(text(200)).min(1).max(starterProcedures.length) }),
    answer: z.object({ added: position }),
  },
} as const satisfies Record<string, Definition>
