import type { importTokenSchema } from '@carpeta/contract/imports'
import type { ImportTokenForm } from '@carpeta/domain/imports/import-token-rules'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'

export type ImportToken = z.infer<typeof importTokenSchema>

export const IMPORT_TOKENS = 'import tokens'

export const importTokensQuery = queryOptions({
  queryKey: [IMPORT_TOKENS],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered('GET /api/import-tokens/', { signal })).results,
})

/** @returns the token, which nobody can read afterwards */
export async function createImportToken(form: ImportTokenForm): Promise<string> {
  return (await answered('POST /api/import-tokens/', { body: form })).token
}

export async function revokeImportToken(id: number): Promise<void> {
  await answered('DELETE /api/import-tokens/:id/', { params: { id } })
}
