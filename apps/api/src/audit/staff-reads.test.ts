import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { startNextHour } from '../../test/audit/audit-entries.ts'
import { zip } from '../../test/imports/zip.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { exported } from '../../test/statements/statements.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'

// Every answer to staff with Rosa's data is in the audit log, as a read or as the action itself. Iván, a
// superuser, makes every call of the OpenAPI document.

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let portal: Portal
let ivan: Visitor
let rosa: number
let load: number
let zipped: number
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  rosa = (await one('select id from users where rut = $1', [personas.rosa.rut])).id
  load = await loadUnreadable()
  zipped = await uploadUnmatched()
  return () => portal.close()
})

/** Accounting sends Rosa's email with a character that no email has. @returns the id of the load */
async function loadUnreadable(): Promise<number> {
  const sale = structuredClone(exported[0])
  sale.venta.cliente_email = `${personas.rosa.email}\u0007`
  const path = join(mkdtempSync(join(tmpdir(), 'carpeta-reads-')), 'export.ndjson')
  const head = { corte: '2026-11-21T06:00:00-03:00', ventas: 1 }
  writeFileSync(path, `${JSON.stringify(head)}\n${JSON.stringify(sale)}\n`)
  const accepts = forcedRefusals
  const outcome = await importSales(portal.db, ndjsonFile(path), {
    ...{ accepts, dryRun: true, recordDryRun: true, maxRejectsPercent: 100 },
  })
  return outcome.loadId ?? 0
}

/** A zip with a file of no sale that has Rosa's name. @returns its id */
async function uploadUnmatched(): Promise<number> {
  const { bytes } = pdf('carta.pdf')
  const content = zip([{ name: 'Carta de Rosa Muñoz Sepúlveda.pdf', content: bytes }])
  const file = { name: 'cartas.zip', bytes: content }
  const { body } = await ivan.post('/api/document-imports/', upload(file))
  await portal.sentEmails()
  return body.id
}

async function one(statement: string, values: unknown[] = []) {
  const { rows } = await portal.pool.query(statement, values)
  return rows[0]
}

const lastEntry = async () =>
  Number((await one('select coalesce(max(id), 0) as id from audit_entries')).id)

/** PATCH comes again at the end, to restore after a delete. */
async function callsInOrder(): Promise<{ method: Method; path: string }[]> {
  const { body } = await portal.visitor().get('/api/openapi.json')
  const calls = Object.entries<object>(body.paths)
    // Its examples contain Rosa's rut.
    .filter(([path]) => path !== '/api/openapi.json')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase() as Method, path })),
    )
  const order: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PATCH']
  return order.flatMap((method) => calls.filter((call) => call.method === method))
}

/** Puts Rosa into every user id of path and body. */
async function call(method: Method, path: string): Promise<Answer> {
  const state = path.endsWith('/{id}/review/') ? 'sent' : 'in_review'
  const { id: request, documentIds } = await storeRequest(portal, { state })
  const [document = 0] = documentIds
  const ids: [RegExp, number][] = [
    [/^\/api\/requests\//, request],
    [/^\/api\/documents\//, document],
    [/^\/api\/loads\//, load],
    [/^\/api\/document-imports\//, zipped],
    [/./, rosa],
  ]
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? 0
  const url = path
    .replace('{id}', String(id))
    .replace('{document_id}', String(document))
    .replace('{code}', 'V-1001')
    .replace(/\{\w+\}/, '1')
  // Only staff can be assigned to a request.
  const user_id = path.startsWith('/api/requests/') ? null : rosa
  const settled = { accept_documents: documentIds, leave_documents: [] }
  const body = { user_id, ids: [rosa], reason: 'Prueba', text: 'Prueba', version: 0, ...settled }
  return method === 'GET' ? ivan.get(url) : ivan.call(method, url, json(body))
}

const personalData = [personas.rosa.email, personas.rosa.rut, 'Muñoz Sepúlveda']

test('every answer to staff with data of Rosa leaves an entry (§12.63, security 13.7, security 13.141)', async () => {
  const reads: string[] = []
  for (const { method, path } of await callsInOrder()) {
    await startNextHour(portal)
    const last = await lastEntry()
    const { status, bytes } = await call(method, path)
    const added = (await lastEntry()) - last
    if (status < 300 && personalData.some((text) => bytes.includes(text))) {
      reads.push(`${method} ${path}`)
      expect([method, path, added]).not.toEqual([method, path, 0])
    }
    await backToIvan()
  }
  // The calls that are known to return her data.
  expect([...new Set(reads)].toSorted()).toEqual([
    'GET /api/audit/',
    'GET /api/audit/export.csv',
    'GET /api/document-imports/{id}/',
    'GET /api/document-imports/{id}/rejects.csv',
    'GET /api/filings/members/{id}/',
    'GET /api/loads/{id}/rejects.csv',
    'GET /api/loads/{id}/rejects/',
    'GET /api/overdue-sales/',
    'GET /api/overdue-sales/export.csv',
    'GET /api/requests/',
    'GET /api/requests/export.csv',
    'GET /api/requests/{id}/',
    'GET /api/requests/{id}/member/',
    'GET /api/sales/{code}/documents/',
    'GET /api/staff/members/{id}/',
    'GET /api/users/',
    'GET /api/users/{id}/',
    'PATCH /api/users/{id}/',
    'PATCH /api/users/{id}/restore/',
    'POST /api/requests/{id}/ask/',
    'POST /api/requests/{id}/assign/',
    'POST /api/requests/{id}/note/',
    'POST /api/requests/{id}/reject/',
    'POST /api/requests/{id}/resolve/',
    'POST /api/requests/{id}/review/',
    'POST /api/users/{id}/revoke/',
    'POST /api/view-as/',
  ])
})

/** A call may have ended or replaced Iván's session. */
async function backToIvan(): Promise<void> {
  const { body } = await ivan.get('/api/auth/user/')
  if (body.username !== personas.ivan.rut || body.viewed_by) ivan = await portal.as('ivan')
}

test.each([
  ['saving Rosa as she is', 'rosa', 'PATCH', ''],
  ['revoking the invitation of an active account', 'rosa', 'POST', 'revoke/'],
  ['inviting Tomás, whose email waits in the queue', 'tomas', 'POST', 'invite/'],
] as const)('%s changes nothing, and is a read', async (_, name, method, action) => {
  const other = await openPortal()
  onTestFinished(() => other.close())
  const { rut, firstName } = personas[name]
  const { rows } = await other.pool.query('select id from users where rut = $1', [rut])
  const body = json({ first_name: firstName })
  const carla = await other.as('carla')
  expect((await carla.call(method, `/api/users/${rows[0].id}/${action}`, body)).status).toBe(200)
  const entries = await other.pool.query(
    `select action from audit_entries where subject_id = $1 and actor_id <> $1`,
    [rows[0].id],
  )
  expect(entries.rows).toEqual([{ action: 'member.read' }])
})
