import type { statementCheckResponse } from '@carpeta/contract/statements'
import type { z } from 'zod'
import { call } from './client.ts'
import { download } from './download.ts'

export type StatementCheck = z.infer<typeof statementCheckResponse>
export type StatementFormat = 'pdf' | 'csv'

export function downloadStatement(code: string, format: StatementFormat): Promise<Blob | null> {
  return download(`/api/sales/${encodeURIComponent(code)}/statement.${format}`)
}

/** What the portal tells whoever holds the paper. */
export async function checkStatement(folio: string): Promise<StatementCheck> {
  return (await call('GET', `/api/statements/${encodeURIComponent(folio)}/`)) as StatementCheck
}
