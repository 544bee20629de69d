import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { endpoints } from '@carpeta/contract/member-documents'
import { memberDocumentMessages } from '@carpeta/domain/member-documents/member-document-rules'
import { BYTES_PER_MB, documentMessages } from '@carpeta/domain/requests/document-rules'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { personas } from '../../seeds/personas.ts'
import { callerOf } from '../../test/caller-of.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { page } from '../../test/pdf/readable-files.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import {
  accessesOf,
  createAccount,
  give,
  logIn,
  luis,
  ROSAS_SALE,
  toLuis,
} from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { documentJobs } from '../documents/remove-documents.ts'
import { NotFound, NotSignedIn } from '../http/errors.ts'
import { openPage, type PageServices } from '../requests/open-document.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { archiveOwnDocuments, openOwnPage } from './own-documents.ts'
import { deleteOldDocuments } from './personal-data.ts'
import { openPageOfSale } from './publish-documents.ts'

/** No paper is drawn. */
const notDrawn = { pdfs: {} as never, listWaitingFor: {} as never }

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let carla: Visitor
let ivan: Visitor
let coHolder: Visitor

beforeAll(async () => {
  portal = await openPortal('sample', { MEMBER_DOCUMENT_MAX_MB: '1' })
  await createAccount(portal, luis)
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  carla = await portal.as('carla')
  ivan = await portal.as('ivan')
  coHolder = await logIn(portal, luis)
  return () => portal.close()
})
beforeEach(async () => {
  await portal.pool.query('delete from member_documents; delete from rate_limits')
})

const ofSale = `/api/sales/${ROSAS_SALE}/documents/`
const deed = () => pdf('escritura.pdf', { text: crypto.randomUUID() })

async function tryPublish(form: Record<string, string> = {}, file = deed(), person = ivan) {
  const holder_id = await holderIdOf(portal.db)
  const fields = { category: 'deed', title: 'Escritura', date: '2026-03-14', holder_id, ...form }
  return person.post(ofSale, upload(file, fields))
}

async function publish(form?: Record<string, string>, file = deed()): Promise<number> {
  const { status, body } = await tryPublish(form, file)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function listOf(person: Visitor) {
  const { body } = await person.get('/api/member-documents/')
  const { results } = endpoints['GET /api/member-documents/'].answer.parse(body)
  return results.filter(({ source }) => source === 'published')
}

const fileOf = (id: number | string, person: Visitor) =>
  person.get(`/api/member-documents/${id}/file/`)
const pageOf = (id: number, person: Visitor) => person.get(`/api/member-documents/${id}/pages/1/`)
const withdraw = (id: number, reason: string) =>
  ivan.post(`${ofSale}${id}/withdraw/`, json({ reason }))

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

async function expectHidden(id: number, person: Visitor): Promise<void> {
  expect(await listOf(person)).toEqual([])
  expect((await fileOf(id, person)).status).toBe(404)
  expect((await pageOf(id, person)).status).toBe(404)
}

describe('a published document', () => {
  test('is in the holder’s list, new until opened, and is downloaded sandboxed (§12.597)', async () => {
    const file = deed()
    const id = await publish({}, file)
    const [listed] = await listOf(rosa)
    expect(listed).toMatchObject({
      id,
      sale_code: ROSAS_SALE,
      category: 'deed',
      title: 'Escritura',
      date: '2026-03-14',
      content_type: 'application/pdf',
      is_new: true,
      version: 1,
      source: 'published',
    })
    const answer = await fileOf(id, rosa)
    expect(answer.status).toBe(200)
    expect(answer.bytes).toHaveLength(listed?.size ?? 0)
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect(await listOf(rosa)).toMatchObject([{ id, is_new: false }])
    const { body } = await ivan.get(`${ofSale}${id}/reads/`)
    expect(body.results).toMatchObject([
      { version: 1, person: { name: expect.stringContaining('Rosa') } },
    ])
  })

  test('is replaced by a version, which is new again (§12.599)', async () => {
    const id = await publish()
    await fileOf(id, rosa)
    const { status, body } = await ivan.post(
      `${ofSale}${id}/versions/`,
      upload(await page('escritura.pdf'), {}),
    )
    expect({ status, version: body.version }).toEqual({ status: 201, version: 2 })
    expect(await listOf(rosa)).toMatchObject([{ id, version: 2, is_new: true }])
    expect(body.earlier_versions).toMatchObject([{ version: 1, name: 'escritura.pdf' }])
    const fileAt = (version: string) => ivan.get(`${ofSale}${id}/file/${version}`)
    expect((await fileAt('')).bytes).toEqual((await fileAt('?version=2')).bytes)
    expect((await fileAt('?version=1')).bytes).not.toEqual((await fileAt('')).bytes)
    expect((await fileAt('?version=3')).status).toBe(404)
    const shown = await ivan.get(`${ofSale}${id}/pages/1/`)
    expect([shown.status, shown.headers['x-page-count']]).toEqual([200, '1'])
  })

  test('is not changed, replaced or withdrawn by who saw it as it was before (security 5.683)', async () => {
    const id = await publish()
    const change = (body: object) => ivan.call('PATCH', `${ofSale}${id}/`, json(body))
    const asRead = { title: 'Escritura' }
    expect((await change({ title: 'Escritura inscrita', as_read: asRead })).status).toBe(200)
    // Again, since its answer was lost; then a colleague's form that was open since before.
    expect((await change({ title: 'Escritura inscrita', as_read: asRead })).status).toBe(200)
    const stale = await change({ title: 'Escritura vieja', as_read: asRead })
    const refused = [409, memberDocumentMessages.changedMeanwhile.text]
    expect([stale.status, stale.body]).toEqual(refused)
    expect((await change({ date: '2026-03-15', as_read: { date: '2026-03-14' } })).status).toBe(200)

    const replace = (version: number) =>
      ivan.post(`${ofSale}${id}/versions/`, upload(deed(), { version: String(version) }))
    expect((await replace(1)).status).toBe(201)
    const replaced = await replace(1)
    expect([replaced.status, replaced.body]).toEqual(refused)
    const withdrawal = json({ reason: 'Era de otra venta', version: 1 })
    const withdrawn = await ivan.post(`${ofSale}${id}/withdraw/`, withdrawal)
    expect([withdrawn.status, withdrawn.body]).toEqual(refused)
  })

  test('is one, however often the same file is published', async () => {
    const file = deed()
    const answers = await Promise.all([1, 2, 3].map(() => tryPublish({}, file)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await listOf(rosa)).toHaveLength(1)
  })

  test('keeps its bytes when the orphaned documents are looked for', async () => {
    const id = await publish()
    await portal.pool.query(`update documents set created_at = now() - interval '3 days'`)
    const storage = documentStorageAt(portal.config.documents)
    const { tasks } = documentJobs({ ...portal, storage })
    await tasks.remove_orphaned_documents?.(null, undefined as never)
    expect((await fileOf(id, rosa)).status).toBe(200)
  })
})

describe('a withdrawn document and a replaced version', () => {
  test('are deleted after the time of RETAIN_WITHDRAWN_DOCUMENT_DAYS (§12.680)', async () => {
    const { rows: before } = await portal.pool.query('select id from documents order by id')
    const kept = await publish()
    await ivan.post(`${ofSale}${kept}/versions/`, upload(deed(), {}))
    await withdraw(await publish(), 'Era de otra venta')
    expect(await deleteOldDocuments(portal.db, 365)).toBe(0)
    await portal.pool.query(
      `update member_documents set withdrawn_at = withdrawn_at - interval '366 days'`,
    )
    await portal.pool.query(
      `update member_document_versions set replaced_at = replaced_at - interval '366 days'`,
    )
    expect(await deleteOldDocuments(portal.db, 365)).toBe(2)
    await portal.sentEmails()
    const { rows: after } = await portal.pool.query('select id from documents order by id')
    expect(after).toHaveLength(before.length + 1)
    expect((await fileOf(kept, rosa)).status).toBe(200)
    expect((await ivan.get(ofSale)).body.results).toMatchObject([{ id: kept, version: 2 }])
  })
})

test('the own data list what the person can read, opened or not (§12.680)', async () => {
  const id = await publish()
  await publish({ visible_from: '2999-01-01' })
  const documents = async () => (await rosa.get('/api/client/data.json')).body.published_documents
  const listed = { sale_code: ROSAS_SALE, title: 'Escritura', version: 1 }
  expect(await documents()).toEqual([{ ...listed, opened_at: null }])
  await fileOf(id, rosa)
  expect(await documents()).toEqual([{ ...listed, opened_at: expect.any(String) }])
})

test('Luis, who read Rosa’s sale before, has in his data that he opened a document, not its title of today (security 15.140)', async () => {
  await give(rosa, toLuis)
  const id = await publish({ visible_to_co_holder: 'true' })
  await fileOf(id, coHolder)
  await ivan.post(`${ofSale}${id}/versions/`, upload(deed(), {}))
  const documents = async () =>
    (await coHolder.get('/api/client/data.json')).body.published_documents
  const opened = { sale_code: ROSAS_SALE, version: 1, opened_at: expect.any(String) }
  const current = { sale_code: ROSAS_SALE, version: 2, opened_at: null }
  expect(await documents()).toEqual([
    { ...opened, title: 'Escritura' },
    { ...current, title: 'Escritura' },
  ])
  for (const access of await accessesOf(rosa)) {
    await rosa.call('DELETE', `/api/sale-accesses/${access.id}/`)
  }
  await ivan.call('PATCH', `${ofSale}${id}/`, json({ title: 'Embargo de Rosa' }))
  expect(await documents()).toEqual([{ ...opened, title: '' }])
  expect((await coHolder.get('/api/client/data.pdf')).status).toBe(200)
})

test('Rosa reads which of her purchases staff looked at for its documents (§12.2206)', async () => {
  await ivan.get(ofSale)
  const { body } = await rosa.get('/api/client/accesses/')
  const told = body.results.map(({ action }: { action: string }) => action)
  expect(told.filter((each: string) => each.startsWith('Vio tu compra'))).toContain(
    'Vio tu compra V-1001',
  )
})

describe('everything as a zip', () => {
  test('closes its file when the client goes away, and opens no other (§12.681)', async () => {
    await publish()
    await publish()
    const opened: Readable[] = []
    const read = async () => {
      // Never ends.
      const content = new Readable({ read() {} })
      opened.push(content)
      return content
    }
    const storage = { ...documentStorageAt(portal.config.documents), read }
    const services = { ...portal, storage, limits: rateLimitsFor(portal.pool), ...notDrawn }
    const caller = await callerOf(portal, rosa, 'client')
    const { signal } = new AbortController()
    const call = { saleCode: ROSAS_SALE, signal, log: portal.app.log }
    const { content } = await archiveOwnDocuments(services, caller, call)
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    content.destroy()
    await vi.waitFor(() => expect(opened[0]?.destroyed).toBe(true))
    expect(opened).toHaveLength(1)
  })

  test('breaks off at the next file once Rosa has logged out (security 3.200)', async () => {
    const file = deed()
    await publish({}, file)
    await publish({}, deed())
    const person = await portal.logIn('rosa')
    let opened = 0
    const read = async () => {
      opened += 1
      await person.post('/api/auth/logout/')
      return Readable.from([file.bytes])
    }
    const storage = { ...documentStorageAt(portal.config.documents), read }
    const services = { ...portal, storage, limits: rateLimitsFor(portal.pool), ...notDrawn }
    const { signal } = new AbortController()
    const call = { saleCode: ROSAS_SALE, signal, log: portal.app.log }
    const caller = await callerOf(portal, person, 'client')
    const { content } = await archiveOwnDocuments(services, caller, call)
    await expect(buffer(content)).rejects.toThrow(NotSignedIn)
    expect(opened).toBe(1)
  })

  test('ends at the next file once Iván gave the account another rut: the list was of another person (security 5.270)', async () => {
    const file = deed()
    await publish({}, file)
    await publish({}, deed())
    const person = await portal.logIn('rosa')
    let opened = 0
    const read = async () => {
      opened += 1
      await portal.pool.query(`update users set rut = '9999999-3' where rut = $1`, [
        personas.rosa.rut,
      ])
      return Readable.from([file.bytes])
    }
    onTestFinished(async () => {
      await portal.pool.query(`update users set rut = $1 where rut = '9999999-3'`, [
        personas.rosa.rut,
      ])
    })
    const storage = { ...documentStorageAt(portal.config.documents), read }
    const services = { ...portal, storage, limits: rateLimitsFor(portal.pool), ...notDrawn }
    const { signal } = new AbortController()
    const call = { saleCode: ROSAS_SALE, signal, log: portal.app.log }
    const caller = await callerOf(portal, person, 'client')
    const { content } = await archiveOwnDocuments(services, caller, call)
    await expect(buffer(content)).rejects.toThrow(NotFound)
    expect(opened).toBe(1)
  })

  const archiveOf = (person: Visitor, code = ROSAS_SALE) =>
    person.get(`/api/member-documents/archive/?sale_code=${code}`)

  test('has each document under a name of its own (§12.681)', async () => {
    const files = [deed(), deed()]
    for (const file of files) await publish({ title: 'Copia: legalizada' }, file)
    await publish({ visible_from: '2999-01-01' })
    const answer = await archiveOf(rosa)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain('documentos-V-1001.zip')
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const unzipped = await unzip(answer.bytes)
    const published = [...unzipped].filter(([name]) => name.includes('/Escritura/'))
    expect(new Map(published)).toEqual(
      new Map([
        ['V-1001/Escritura/2026-03-14 Copia- legalizada.pdf', files[1]?.bytes],
        ['V-1001/Escritura/2026-03-14 Copia- legalizada (2).pdf', files[0]?.bytes],
      ]),
    )
    expect(await listOf(rosa)).toMatchObject([{ is_new: false }, { is_new: false }])
  })

  test.each(['1969-12-31', '0206-03-14', '9999-12-31'])(
    'has a document of %s, as a deed of long ago or a typing error, and the portal goes on (security 10.860)',
    async (date) => {
      const file = deed()
      await publish({ title: 'Copia', date }, file)
      const unzipped = await unzip((await archiveOf(rosa)).bytes)
      expect(unzipped.get(`V-1001/Escritura/${date} Copia.pdf`)).toEqual(file.bytes)
    },
  )

  test('names what is missing in the storage, and has the rest (§12.964)', async () => {
    const file = deed()
    const lost = await publish({ title: 'Plano perdido' })
    await publish({ title: 'Copia' }, file)
    const { rows } = await portal.pool.query(
      `select storage_key from documents join member_document_versions on document_id = documents.id
        where member_document_id = $1`,
      [lost],
    )
    await documentStorageAt(portal.config.documents).remove(rows[0].storage_key)
    const unzipped = await unzip((await archiveOf(rosa)).bytes)
    expect(unzipped.get('V-1001/Escritura/2026-03-14 Copia.pdf')).toEqual(file.bytes)
    expect(String(unzipped.get('LÉEME - faltan documentos.txt'))).toBe(
      [
        'Estos documentos no se pudieron leer y no vienen en este zip:',
        '',
        '- V-1001/Escritura/2026-03-14 Plano perdido.pdf',
        '',
        'Descárgalos más tarde. Si siguen faltando, avisa a la cooperativa.',
        '',
      ].join('\r\n'),
    )
    expect([...unzipped.keys()]).not.toContain('V-1001/Escritura/2026-03-14 Plano perdido.pdf')
  })

  test('is of those who read the sale now (§12.681)', async () => {
    await publish({ visible_to_co_holder: 'true' })
    await publish()
    expect((await archiveOf(portal.visitor())).status).toBe(401)
    expect((await archiveOf(hernan)).status).toBe(404)
    expect((await archiveOf(rosa, 'V-404')).status).toBe(404)
    expect((await archiveOf(coHolder)).status).toBe(404)
    await give(rosa, toLuis)
    expect((await unzip((await archiveOf(coHolder)).bytes)).size).toBe(1)
    const [access] = await accessesOf(rosa)
    await rosa.call('DELETE', `/api/sale-accesses/${access.id}/`)
    expect((await archiveOf(coHolder)).status).toBe(404)
  })
})

test('an issued statement is drawn again as it was, until the sale changes (§12.682)', async () => {
  const { bytes } = await rosa.get(`/api/sales/${ROSAS_SALE}/statement.pdf`)
  const { body } = await rosa.get('/api/member-documents/')
  const statements = body.results.filter(({ source }: { source: string }) => source === 'statement')
  expect(statements).toMatchObject([
    { sale_code: ROSAS_SALE, category: 'payments', title: 'Estado de cuenta', is_new: false },
  ])
  const [{ id }] = statements
  const again = await fileOf(id, rosa)
  expect(again.status).toBe(200)
  expect(await readPdf(again.bytes)).toEqual(await readPdf(bytes))
  const shown = await pageOf(id, rosa)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect((await rosa.get(`/api/member-documents/${id}/pages/99/`)).status).toBe(404)
  expect((await fileOf(id, hernan)).status).toBe(404)
  expect((await pageOf(id, hernan)).status).toBe(404)
  const change = (hash: string) =>
    portal.pool.query(`update sales set content_hash = ${hash} where code = $1`, [ROSAS_SALE])
  await change('reverse(content_hash)')
  expect((await fileOf(id, rosa)).status).toBe(404)
  await change('reverse(content_hash)')
})

test('and has the pesos and the warning of its day later, too (§12.682)', async () => {
  const { pool, as } = await openPortalForTest({})
  const person = await as('rosa')
  const cutOff = (at: string) => pool.query(`update sales set as_of = ${at}`)
  for (const issued of ['now()', `now() - interval '30 days'`]) {
    await cutOff(issued)
    const { bytes } = await person.get(`/api/sales/${ROSAS_SALE}/statement.pdf`)
    const { body } = await person.get('/api/member-documents/')
    const { id } = body.results.find(({ source }: { source: string }) => source === 'statement')
    // Loaded again without a change.
    await cutOff(`now() + interval '9 days'`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 86_400_000 })
    const later = await fileOf(id, person)
    vi.useRealTimers()
    expect(await readPdf(later.bytes)).toEqual(await readPdf(bytes))
  }
})

describe('nobody reads it (security 5.78)', () => {
  test('who is not logged in, or holds another sale', async () => {
    const id = await publish()
    expect((await portal.visitor().get('/api/member-documents/')).status).toBe(401)
    expect((await fileOf(id, portal.visitor())).status).toBe(401)
    await expectHidden(id, hernan)
  })

  test('before its day, and once withdrawn (§12.598, §12.599)', async () => {
    await expectHidden(await publish({ visible_from: '2999-01-01' }), rosa)
    const id = await publish()
    expect((await withdraw(id, ' ')).body).toEqual([memberDocumentMessages.reasonRequired.text])
    expect((await withdraw(id, 'Era de otra venta')).body.reason).toBe('Era de otra venta')
    await expectHidden(id, rosa)
    const again = await withdraw(id, 'Otra vez')
    expect([again.status, again.body]).toEqual([409, memberDocumentMessages.withdrawn.text])
  })

  test('once accounting withdrew the sale (§12.598)', async () => {
    const id = await publish()
    const mark = (at: string) =>
      portal.pool.query(`update sales set withdrawn_at = ${at} where code = $1`, [ROSAS_SALE])
    await mark('now()')
    try {
      await expectHidden(id, rosa)
    } finally {
      await mark('null')
    }
    expect((await fileOf(id, rosa)).status).toBe(200)
  })

  test('once the access was revoked, or it became a purchase of one’s own, while its page waited to be drawn (security 3.970)', async () => {
    await give(rosa, toLuis)
    const id = await publish({ visible_to_co_holder: 'true' })
    const { id: request } = await storeRequest(portal, { title: COPY, state: 'in_review' })
    const answer = await ivan.post(`/api/requests/${request}/answer-files/`, upload(deed(), {}))
    const [access] = await accessesOf(rosa)
    let drawn = 0
    const waitWhile = (meanwhile: () => Promise<unknown>): PageServices => ({
      ...portal,
      limits: rateLimitsFor(portal.pool),
      storage: documentStorageAt(portal.config.documents),
      pdfs: {
        takeTurn: async (_client, work) => {
          await meanwhile()
          return work(async () => {
            drawn += 1
            throw new Error('drawn')
          })
        },
        close: async () => {},
      },
    })
    const revoke = () => rosa.call('DELETE', `/api/sale-accesses/${access.id}/`)
    const buy = () =>
      portal.pool.query(
        `insert into sale_buyers (sale_id, rut) select id, replace($2, '-', '') from sales
          where code = $1 on conflict do nothing`,
        [ROSAS_SALE, personas.ivan.rut],
      )
    onTestFinished(async () => {
      await portal.pool.query(`delete from sale_buyers where rut = replace($1, '-', '')`, [
        personas.ivan.rut,
      ])
    })
    const { signal } = new AbortController()
    const call = { page: 1, signal }
    const luisCalls = await callerOf(portal, coHolder, 'client')
    const ivanCalls = await callerOf(portal, ivan, 'user')
    const opened = [
      () =>
        openOwnPage({ ...notDrawn, ...waitWhile(revoke) }, luisCalls, { ...call, id: String(id) }),
      () => openPageOfSale(waitWhile(buy), ivanCalls, { ...call, code: ROSAS_SALE, id }),
      () => openPage(waitWhile(buy), ivanCalls, { ...call, documentId: answer.body.id }),
    ]
    const reasons: unknown[] = []
    for (const open of opened) {
      await portal.pool.query(`delete from sale_buyers where rut = replace($1, '-', '')`, [
        personas.ivan.rut,
      ])
      reasons.push(await open().catch((error: Error) => error.constructor.name))
    }
    expect(reasons).toEqual(['NotFound', 'Refused', 'NotFound'])
    expect(drawn).toBe(0)
  })

  test('as co-holder unless it is for co-holders, nor after the access was revoked (§12.598)', async () => {
    await give(rosa, toLuis)
    const hidden = await publish()
    await expectHidden(hidden, coHolder)
    const id = await publish({ visible_to_co_holder: 'true' })
    expect(await listOf(coHolder)).toMatchObject([{ id }])
    expect((await fileOf(id, coHolder)).status).toBe(200)
    const [access] = await accessesOf(rosa)
    await rosa.call('DELETE', `/api/sale-accesses/${access.id}/`)
    await expectHidden(id, coHolder)
  })
})

describe('publishing', () => {
  test('needs the permission (§12.597, security 5.77)', async () => {
    for (const person of [rosa, carla]) {
      expect((await tryPublish({}, deed(), person)).status).toBe(403)
      expect((await person.get(ofSale)).status).toBe(403)
    }
  })

  test('names every wrong field, and stores nothing', async () => {
    const form = { category: 'Escritura', title: '', date: 'ayer' }
    const { status, body } = await tryPublish(form)
    expect([status, body]).toEqual([
      400,
      {
        category: [memberDocumentMessages.category.text],
        title: [memberDocumentMessages.title.text],
        date: [memberDocumentMessages.date.text],
      },
    ])
    const text = { ...deed(), name: 'escritura.exe' }
    expect((await tryPublish({}, text)).body).toEqual([documentMessages.type.text])
    expect((await ivan.get(ofSale)).body.results).toEqual([])
  })

  test('takes a file of MEMBER_DOCUMENT_MAX_MB, and none that is larger (§12.597)', async () => {
    const sized = (size: number) => pdf('plano.pdf', { size, text: crypto.randomUUID() })
    await publish({}, sized(BYTES_PER_MB))
    const { status, body } = await tryPublish({}, sized(BYTES_PER_MB + 1))
    expect([status, body]).toEqual([413, memberDocumentMessages.tooLarge(1).text])
  })

  test('changes what is given, and answers 404 below another sale', async () => {
    const id = await publish()
    const patch = (path: string, change: object) => ivan.call('PATCH', path, json(change))
    const changed = await patch(`${ofSale}${id}/`, { title: 'Copia legalizada' })
    expect(changed.body).toMatchObject({ title: 'Copia legalizada', category: 'deed' })
    expect((await patch(`${ofSale}${id}/`, { title: ' ' })).body).toEqual({
      title: [memberDocumentMessages.title.text],
    })
    const { rows } = await portal.pool.query('select code from sales where code <> $1 limit 1', [
      ROSAS_SALE,
    ])
    const other = `/api/sales/${rows[0].code}/documents/${id}/`
    expect((await patch(other, { title: 'x' })).status).toBe(404)
    expect((await ivan.get(`${other}file/`)).status).toBe(404)
    expect((await ivan.get(`${ofSale}${id}/file/`)).status).toBe(200)
  })
})

test('files of answered requests are listed and opened from there (§12.603)', async () => {
  const mario = await portal.as('mario')
  const { id: request } = await storeRequest(portal, { title: COPY, state: 'in_review' })
  const path = `/api/requests/${request}/`
  expect((await mario.post(`${path}answer-files/`, upload(pdf('copia.pdf')))).status).toBe(200)
  const listed = async (person: Visitor) =>
    (await person.get('/api/member-documents/')).body.results.filter(
      ({ source }: { source: string }) => source === 'request',
    )
  expect(await listed(rosa)).toEqual([])
  const { version } = (await mario.get(path)).body
  const resolved = await mario.post(`${path}resolve/`, json({ version, text: 'Va adjunta.' }))
  expect(resolved.status).toBe(200)
  const [file] = await listed(rosa)
  expect(file).toMatchObject({ category: 'other', title: 'copia.pdf', is_new: false, version: 1 })
  expect((await fileOf(file.id, rosa)).status).toBe(200)
  expect(await listed(hernan)).toEqual([])
  expect((await fileOf(file.id, hernan)).status).toBe(404)
})
