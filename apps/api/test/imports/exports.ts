import { sampleExport } from '../../seeds/sample-export.ts'
import type { Portal } from '../open-portal.ts'
import { type Answer, upload, type Visitor } from '../visitor.ts'

// biome-ignore lint/suspicious/noExplicitAny: a sale as accounting exports it
export type ExportedSale = any

/** The sales of the sample cooperative; `change` may change, add or remove some. */
export function exportWith(
  change: (sales: ExportedSale[]) => void = () => {},
  corte = '2026-11-21T06:00:00-03:00',
): Buffer {
  const [, ...lines] = sampleExport().trim().split('\n')
  const sales = lines.map((line) => JSON.parse(line))
  change(sales)
  const all = [{ corte, ventas: sales.length }, ...sales]
  return Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export const sendExport = (by: Visitor, bytes: Buffer, name = 'ventas.ndjson'): Promise<Answer> =>
  by.post('/api/import-uploads/', upload({ name, bytes }))

/** Uploads an export and runs its dry run. @returns the answer about it */
export async function checkedExport(portal: Portal, by: Visitor, bytes: Buffer, name?: string) {
  const { status, body } = await sendExport(by, bytes, name)
  if (status !== 202) throw new Error(`the upload was answered ${status}: ${JSON.stringify(body)}`)
  await portal.sentEmails()
  return uploadOf(by, body.id)
}

/** Nobody, a member, and staff who may not load, each with the status that they get. */
export async function peopleWhoMayNotLoad(portal: Portal): Promise<[Visitor, number][]> {
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  return [
    [anonymous, 401],
    [await portal.as('rosa'), 403],
    [await portal.as('mario'), 403],
  ]
}

export async function uploadOf(by: Visitor, id: number) {
  const { body } = await by.get(`/api/import-uploads/${id}/`)
  return body
}
