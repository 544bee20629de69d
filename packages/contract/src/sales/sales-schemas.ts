import type { Definition } from '../endpoint.ts'
import { salesResponse } from '../sales.ts'

export const definitions = {
  listSales: {
    access: 'client',
    inView: true,
    summary: 'Las ventas de quien ingresó',
    answer: salesResponse,
  },
} as const satisfies Record<string, Definition>
