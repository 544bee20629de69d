import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  uploadOf,
} from '../../../test/imports/exports.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { upload, type Visitor } from '../../../test/visitor.ts'
import { operator } from '../../http/caller.ts'
import { createImportToken } from '../tokens/create-import-token.ts'

const today = todayInSantiago(new Date())

let portal: Portal
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  // Nothing is told of a first load.
  await apply(exportWith(), '')
})
afterAll(() => portal.close())

/** Rosa paid `times` times more. */
const payments = (times: number) =>
  exportWith(([rosa]: ExportedSale[]) => {
    for (let i = 0; i < times; i++) {
      rosa.pagos.push({ ...rosa.pagos[0], key: 9000 + i, fecha_deposito: today })
    }
  })

async function apply(bytes: Buffer, query: string): Promise<number> {
  const { id } = await checkedExport(portal, ivan, bytes)
  const { status } = await ivan.post(`/api/import-uploads/${id}/apply/${query}`)
  expect(status).toBe(202)
  await portal.sentEmails()
  return (await uploadOf(ivan, id)).load.id
}

async function push(bytes: Buffer, query: string): Promise<number> {
  const { token } = await createImportToken(portal, operator, { name: 'Nocturno', days: 30 })
  const { payload, headers } = upload({ name: 'noche.ndjson', bytes })
  const { status, body } = await portal.visitor().post(`/api/imports/${query}`, {
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(status).toBe(202)
  await portal.sentEmails()
  return (await uploadOf(ivan, body.id)).load.id
}

const summaryOf = async (loadId: number) =>
  (await ivan.get(`/api/loads/${loadId}/emails/`)).body.summary

test('Iván applies an export whose emails to members wait (§12.217)', async () => {
  const paused = await apply(payments(1), '?pause_emails=true')
  expect(await summaryOf(paused)).toMatchObject({ is_paused: true, waiting: 1, sent: 0 })
})

test('a program sends an export whose emails to members wait (§12.217)', async () => {
  const paused = await push(payments(2), '?pause_emails=true')
  expect(await summaryOf(paused)).toMatchObject({ is_paused: true, waiting: 1, sent: 0 })
})

test('without the word they go out', async () => {
  const sent = await push(payments(3), '')
  expect(await summaryOf(sent)).toMatchObject({ is_paused: false, waiting: 0, sent: 1 })
})
