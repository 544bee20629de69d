import type { AnswerOf } from '@carpeta/contract/endpoints'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'

export type StatementCheck = AnswerOf<'GET /api/statements/:folio/'>
export type StatementFormat = 'pdf' | 'csv'

const files = {
  pdf: 'GET /api/sales/:code/statement.pdf',
  csv: 'GET /api/sales/:code/statement.csv',
} as const

/** The first and the last day, `YYYY-MM-DD`. */
export interface StatementDates {
  from: string
  to: string
}

export function downloadStatement(
  code: string,
  format: StatementFormat,
  dates?: StatementDates,
): Promise<Blob | null> {
  return download(files[format], { params: { code }, ...(dates && { query: { ...dates } }) })
}

export function downloadCertificate(code: string): Promise<Blob | null> {
  return download('GET /api/sales/:code/certificate.pdf', { params: { code } })
}

/** Tells whether a printed statement is current, also to users without a session. */
export function checkStatement(folio: string): Promise<StatementCheck> {
  return answered('GET /api/statements/:folio/', { params: { folio } })
}
