import * as statements from '@carpeta/contract/statements/statements-endpoints'
import type { definitions } from '@carpeta/contract/statements/statements-schemas'
import type { z } from 'zod'
import { call } from './client/client.ts'
import { download } from './client/download.ts'

export type StatementCheck = z.infer<typeof definitions.checkStatement.answer>
export type StatementFormat = 'pdf' | 'csv'

const files = { pdf: statements.downloadStatementPdf, csv: statements.downloadStatementCsv }

export function downloadStatement(code: string, format: StatementFormat): Promise<Blob | null> {
  return download(files[format], { params: { code } })
}

/** Tells whether a printed statement is current, also to users without a session. */
export async function checkStatement(folio: string): Promise<StatementCheck> {
  return (await call(statements.checkStatement, { params: { folio } })) as StatementCheck
}
