import { endpoints } from '@carpeta/contract/member-documents'
import { documentImportMessages } from '@carpeta/domain/member-documents/document-import-rules'
import {
  documentCategoryNames,
  memberDocumentMessages,
} from '@carpeta/domain/member-documents/member-document-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { zip } from '../../test/imports/zip.ts'
import { sellTo } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { createDatabase } from '../../test/open-portal.ts'
import { page } from '../../test/pdf/readable-files.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import { createAccount, give, logIn, luis, ROSAS_SALE } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { knownMigrations } from '../db/schema-state.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { RECORD_DUE_INSTALMENTS } from '../news/news-jobs.ts'
import { eraseMember } from '../personal-data/erase-member.ts'

const cast = openNewsPortal()
const ofSale = `/api/sales/${ROSAS_SALE}/documents/`

beforeEach(async () => {
  await cast.portal.pool.query(
    `delete from member_documents; delete from document_imports; delete from news; delete from rate_limits;
     delete from load_rejects`,
  )
  await saleOf('rosa')
})

/** Accounting's next load names this holder. @returns the load's id */
function saleOf(name: 'rosa' | 'hernan'): Promise<number> {
  const sale = cast.books.sale(ROSAS_SALE)
  sellTo(sale, personas[name])
  // A load that repeats the sale would be none.
  sale.venta.proyecto_descripcion = `Altos de Tumbes ${crypto.randomUUID()}`
  return cast.books.load()
}

async function tryPublish(fields: object = {}, file = deed()) {
  const holder_id = await holderIdOf(cast.portal.db)
  const form = { category: 'deed', title: 'Escritura', date: '2026-03-14', holder_id, ...fields }
  return cast.ivan.post(ofSale, upload(file, form))
}

const deed = (name = '12345678-5 escritura.pdf') => pdf(name, { text: crypto.randomUUID() })

async function publish(fields?: object, file = deed()): Promise<number> {
  const { status, body } = await tryPublish(fields, file)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function handOver(id: number, to: 'rosa' | 'hernan', by = cast.ivan) {
  const holder_id = await userIdOf(cast.portal.db, to)
  return by.post(`${ofSale}${id}/hand-over/`, json({ holder_id }))
}

async function titlesOf(person: Visitor): Promise<string[]> {
  const { body } = await person.get('/api/member-documents/')
  const { results } = endpoints['GET /api/member-documents/'].answer.parse(body)
  return results
    .filter((each) => each.source === 'published' && each.sale_code === ROSAS_SALE)
    .map(({ title }) => title)
    .toSorted()
}

const fileOf = (id: number, person: Visitor) => person.get(`/api/member-documents/${id}/file/`)

async function statusesOf(id: number, person: Visitor): Promise<number[]> {
  const picture = await person.get(`/api/member-documents/${id}/pages/1/`)
  const archive = await person.get(`/api/member-documents/archive/?sale_code=${ROSAS_SALE}`)
  return [(await fileOf(id, person)).status, picture.status, archive.status]
}

async function staffList(): Promise<{ title: string; former_holder: unknown }[]> {
  return (await cast.ivan.get(ofSale)).body.results
}

const exported = async (person: Visitor): Promise<string[]> =>
  (await person.get('/api/client/data.json')).body.published_documents
    .map(({ title }: { title: string }) => title)
    .toSorted()

describe('a load gives Rosa’s sale to Hernán, who', () => {
  test('neither lists nor opens what was published for her; staff see both (security 5.120)', async () => {
    const hers = await publish()
    await saleOf('hernan')
    expect(await titlesOf(cast.hernan)).toEqual([])
    expect(await statusesOf(hers, cast.hernan)).toEqual([404, 404, 404])
    // She reads her documents again when the sale is hers again.
    expect(await statusesOf(hers, cast.rosa)).toEqual([404, 404, 404])
    await publish({ title: 'Promesa' })
    expect(await titlesOf(cast.hernan)).toEqual(['Promesa'])
    expect(await staffList()).toMatchObject([
      { title: 'Promesa', former_holder: null },
      {
        title: 'Escritura',
        former_holder: { name: 'Rosa Muñoz Sepúlveda', is_handed_over: false },
      },
    ])
    await saleOf('rosa')
    expect(await titlesOf(cast.rosa)).toEqual(['Escritura'])
  })

  test('gets what is published for him, although she has the same file (security 5.120)', async () => {
    const file = deed()
    const hers = await publish({}, file)
    await saleOf('hernan')
    const his = await publish({}, file)
    expect(his).not.toBe(hers)
    expect(await publish({}, file)).toBe(his)
    expect(await titlesOf(cast.hernan)).toEqual(['Escritura'])
  })

  test('is told the title of no document of hers, nor she that of his (security 5.120)', async () => {
    await publish({ title: 'De Rosa' })
    await saleOf('hernan')
    await publish({ title: 'De Hernán' })
    const earlier = (await cast.portal.sentEmails()).length
    await enqueueJob(cast.portal.db, RECORD_DUE_INSTALMENTS, {})
    const emails = (await cast.portal.sentEmails()).slice(earlier)
    expect(emails.map(({ to, text }) => [to, text.match(/«.*»/g)])).toEqual([
      [personas.hernan.email, ['«De Hernán»']],
    ])
    const { body } = await cast.hernan.get('/api/client/news/')
    expect(JSON.stringify(body)).not.toContain('De Rosa')
  })

  test('has in his own data what the load could not read of him, and she nothing of it (security 15.921)', async () => {
    const { venta } = cast.books.sale(ROSAS_SALE)
    const { cliente_renta: income } = venta
    sellTo(cast.books.sale(ROSAS_SALE), personas.hernan)
    venta.cliente_renta = 'un millón'
    await cast.books.load({ maxRejectsPercent: 100 })
    venta.cliente_renta = income
    const unread = async (person: Visitor) =>
      (await person.get('/api/client/data.json')).body.unread
    expect(await unread(cast.hernan)).toMatchObject([{ value: 'un millón' }])
    expect(await unread(cast.rosa)).toEqual([])
  })

  test('has what is his in his own data, and she what is hers (security 15.121)', async () => {
    await publish({ title: 'De Rosa' })
    await publish({ title: 'Para después', visible_from: '2999-01-01' })
    await saleOf('hernan')
    await publish({ title: 'De Hernán' })
    expect(await exported(cast.hernan)).toEqual(['De Hernán'])
    expect(await exported(cast.rosa)).toEqual(['De Rosa'])
  })
})

describe('staff show a document to the new holder, too', () => {
  test('who opens it by its title, without the rut in the name of its file (§12.920, security 5.123)', async () => {
    const id = await publish({}, await page('12345678-5 escritura.pdf'))
    await publish({ title: 'Solo de Rosa' })
    await saleOf('hernan')
    const { status, body } = await handOver(id, 'hernan')
    expect([status, body.former_holder]).toEqual([
      200,
      { name: 'Rosa Muñoz Sepúlveda', is_handed_over: true },
    ])
    expect(await titlesOf(cast.hernan)).toEqual(['Escritura'])
    const file = await fileOf(id, cast.hernan)
    expect(file.status).toBe(200)
    const picture = await cast.hernan.get(`/api/member-documents/${id}/pages/1/`)
    for (const { headers } of [file, picture]) {
      expect(headers['content-disposition']).toContain('Escritura.pdf')
      expect(headers['content-disposition']).not.toContain('12345678')
    }
  })

  test('once, in the audit log of whose document it is (§12.920)', async () => {
    const id = await publish()
    await saleOf('hernan')
    await handOver(id, 'hernan')
    await handOver(id, 'hernan')
    const { rows } = await cast.portal.pool.query(
      `select subject.rut from audit_entries join users subject on subject.id = subject_id
       where action = 'member_document.handed_over' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ rut: personas.rosa.rut }])
    expect((await staffList())[0]?.former_holder).toMatchObject({ is_handed_over: true })
  })

  test('only with the permission, in this sale, and to the holder whom they saw (§12.920, security 5.120)', async () => {
    const id = await publish()
    expect((await handOver(id, 'hernan')).body).toEqual(memberDocumentMessages.otherHolder.text)
    await saleOf('hernan')
    expect((await handOver(id, 'hernan', cast.portal.visitor())).status).toBe(401)
    expect((await handOver(id, 'hernan', cast.hernan)).status).toBe(403)
    expect((await handOver(id, 'rosa')).status).toBe(409)
    const holder_id = await userIdOf(cast.portal.db, 'hernan')
    const elsewhere = `/api/sales/V-2001/documents/${id}/hand-over/`
    expect((await cast.ivan.post(elsewhere, json({ holder_id }))).status).toBe(404)
    expect(await titlesOf(cast.hernan)).toEqual([])
  })

  test('not while its title has the former holder’s rut (security 5.123)', async () => {
    const id = await publish({ title: 'Cédula 12.345.678-5' })
    await saleOf('hernan')
    const refused = await handOver(id, 'hernan')
    expect([refused.status, refused.body]).toEqual([400, [memberDocumentMessages.titleHasRut.text]])
    await cast.ivan.call('PATCH', `${ofSale}${id}/`, json({ title: 'Cédula' }))
    expect((await handOver(id, 'hernan')).status).toBe(200)
  })

  test('and none gets one afterwards: Hernán reads it (security 5.271)', async () => {
    const id = await publish({ title: 'Cédula' })
    await saleOf('hernan')
    const rename = (title: string) =>
      cast.ivan.call('PATCH', `${ofSale}${id}/`, json({ title, category: 'deed' }))
    expect((await rename('Cédula 12.345.678-5')).status).toBe(200)
    await rename('Cédula')
    expect((await handOver(id, 'hernan')).status).toBe(200)
    const refused = await rename('Cédula 12.345.678-5')
    expect([refused.status, refused.body]).toEqual([400, [memberDocumentMessages.titleHasRut.text]])
    expect((await rename('Cédula vigente')).status).toBe(200)
    expect(await titlesOf(await cast.portal.as('hernan'))).toEqual(['Cédula vigente'])
  })
})

describe('what was prepared for Rosa does not reach Hernán', () => {
  async function check(name: string, { bytes } = deed()) {
    const content = zip([{ name, content: bytes }])
    const file = { name: 'documentos.zip', type: 'application/zip', bytes: content }
    const { body } = await cast.ivan.post('/api/document-imports/', upload(file))
    await cast.portal.sentEmails()
    return body.id as number
  }
  const importOf = async (id: number) => (await cast.ivan.get(`/api/document-imports/${id}/`)).body

  test('a zip that was checked before the load is refused by the name of its file (security 5.122)', async () => {
    const name = `${ROSAS_SALE}_deed_Copia legalizada.pdf`
    const id = await check(name)
    expect((await importOf(id)).state).toBe('checked')
    await saleOf('hernan')
    await cast.ivan.post(`/api/document-imports/${id}/publish/`)
    await cast.portal.sentEmails()
    expect(await importOf(id)).toMatchObject({
      ...{ state: 'refused', added: 0, rejected: 1, documents: [] },
      rejects: [
        { file: name, sale_code: ROSAS_SALE, reason: documentImportMessages.otherHolder.text },
      ],
    })
    expect(await titlesOf(cast.hernan)).toEqual([])
    expect(await staffList()).toEqual([])
  })

  test('a zip with a file that she has already is refused, too, rather than passed over (security 5.682)', async () => {
    const file = deed()
    await publish({}, file)
    const id = await check(`${ROSAS_SALE}_deed_Copia legalizada.pdf`, file)
    await saleOf('hernan')
    await cast.ivan.post(`/api/document-imports/${id}/publish/`)
    await cast.portal.sentEmails()
    expect(await importOf(id)).toMatchObject({ state: 'refused', added: 0, rejected: 1 })
  })

  test('nor does Iván read, publish, change or withdraw anything as staff in a purchase of his own, also by a zip (security 5.682, security 5.702)', async () => {
    const id = await publish()
    const zipId = await check(`${ROSAS_SALE}_deed_Copia legalizada.pdf`)
    const { rows } = await cast.portal.pool.query(
      `insert into sale_buyers (sale_id, rut)
       select sales.id, replace(users.rut, '-', '') from sales, users
       where code = $1 and users.first_name = 'Iván' returning rut`,
      [ROSAS_SALE],
    )
    onTestFinished(
      async () =>
        void (await cast.portal.pool.query('delete from sale_buyers where rut = $1', [
          rows[0].rut,
        ])),
    )
    const refused = [403, ownSaleRefusal.text]
    const published = await tryPublish()
    expect([published.status, published.body]).toEqual(refused)
    for (const path of ['', `${id}/reads/`, `${id}/file/`, `${id}/pages/1/`]) {
      const read = await cast.ivan.get(`${ofSale}${path}`)
      expect([read.status, read.body], path).toEqual(refused)
    }
    const changed = await cast.ivan.call('PATCH', `${ofSale}${id}/`, json({ title: 'Otra' }))
    expect([changed.status, changed.body]).toEqual(refused)
    const withdrawn = await cast.ivan.post(`${ofSale}${id}/withdraw/`, json({ reason: 'x' }))
    expect([withdrawn.status, withdrawn.body]).toEqual(refused)
    await cast.ivan.post(`/api/document-imports/${zipId}/publish/`)
    await cast.portal.sentEmails()
    expect((await importOf(zipId)).rejects).toMatchObject([{ reason: ownSaleRefusal.text }])
  })

  test('an upload says whom staff saw as the holder (security 5.122)', async () => {
    const { holder, holder_rut } = (await cast.ivan.get(ofSale)).body
    expect(holder).toEqual({
      id: await userIdOf(cast.portal.db, 'rosa'),
      name: 'Rosa Muñoz Sepúlveda',
    })
    expect(holder_rut).toBe(personas.rosa.rut)
    expect((await tryPublish({ holder_id: holder.id })).status).toBe(201)
    await saleOf('hernan')
    const refused = await tryPublish({ holder_id: holder.id })
    expect([refused.status, refused.body]).toEqual([409, memberDocumentMessages.otherHolder.text])
    expect(await titlesOf(cast.hernan)).toEqual([])
  })

  test('an upload for a holder without an account is refused once Hernán holds the sale (security 5.581)', async () => {
    const id = await userIdOf(cast.portal.db, 'rosa')
    const setDeleted = (at: string) =>
      cast.portal.pool.query(`update users set deleted_at = ${at} where id = $1`, [id])
    await setDeleted('now()')
    onTestFinished(async () => void (await setDeleted('null')))
    expect((await cast.ivan.get(ofSale)).body.holder).toBeNull()
    const seen = { holder_id: '', holder_rut: personas.rosa.rut }
    expect((await tryPublish(seen)).status).toBe(201)
    await saleOf('hernan')
    const refused = await tryPublish(seen)
    expect([refused.status, refused.body]).toEqual([409, memberDocumentMessages.otherHolder.text])
    const unnamed = await cast.ivan.post(ofSale, upload(deed(), { category: 'deed', title: 'X' }))
    expect([unnamed.status, unnamed.body]).toEqual([400, ['Valor no válido.']])
    expect(await titlesOf(cast.hernan)).toEqual([])
  })

  test('also where Hernán has none either, who reads nothing of it once he has one (security 5.910)', async () => {
    const setDeleted = (at: string) =>
      cast.portal.pool.query(`update users set deleted_at = ${at} where rut = any($1)`, [
        [personas.rosa.rut, personas.hernan.rut],
      ])
    await setDeleted('now()')
    onTestFinished(async () => void (await setDeleted('null')))
    const { holder_rut } = (await cast.ivan.get(ofSale)).body
    await saleOf('hernan')
    for (const seen of [{ holder_rut }, {}]) {
      const refused = await tryPublish({ holder_id: '', ...seen })
      expect([refused.status, refused.body]).toEqual([409, memberDocumentMessages.otherHolder.text])
    }
    await setDeleted('null')
    expect(await titlesOf(cast.hernan)).toEqual([])
  })
})

test('what staff write about a document of Rosa’s while she has no account is in no audit entry, which an erasure could not reach (security 15.920)', async () => {
  const id = await publish({ title: 'Cédula de Rosa' })
  const setDeleted = (at: string) =>
    cast.portal.pool.query(`update users set deleted_at = ${at} where rut = $1`, [
      personas.rosa.rut,
    ])
  await setDeleted('now()')
  onTestFinished(async () => void (await setDeleted('null')))
  const path = `${ofSale}${id}/`
  expect((await cast.ivan.call('PATCH', path, json({ title: 'Cédula' }))).status).toBe(200)
  const withdrawn = await cast.ivan.post(`${path}withdraw/`, json({ reason: 'Es de Rosa' }))
  expect(withdrawn.status).toBe(200)
  const { rows } = await cast.portal.pool.query(
    `select action, before, after from audit_entries
     where object_type = 'member_document' and object_id = $1 and subject_id is null order by id`,
    [String(id)],
  )
  expect(rows).toEqual([
    { action: 'member_document.changed', before: {}, after: {} },
    { action: 'member_document.withdrawn', before: {}, after: {} },
  ])
})

describe('a co-holder of Hernán’s', () => {
  test('reads what is for co-holders of Hernán’s documents, none of Rosa’s (security 5.120)', async () => {
    await createAccount(cast.portal, luis)
    const coHolder = await logIn(cast.portal, luis)
    await publish({ title: 'De Rosa', visible_to_co_holder: 'true' })
    const handed = await publish({ title: 'De los dos', visible_to_co_holder: 'true' })
    await saleOf('hernan')
    await handOver(handed, 'hernan')
    await give(cast.hernan, { sale_code: ROSAS_SALE, kind: 'co_holder' })
    expect(await titlesOf(coHolder)).toEqual(['De los dos'])
    await cast.portal.pool.query('delete from sale_accesses')
  })
})

describe('who is erased', () => {
  const erase = (name: 'rosa' | 'hernan') =>
    eraseMember(cast.portal, { rut: personas[name].rut }, { force: true, dryRun: true })

  test('after the sale went to somebody else loses the own documents only (security 15.120)', async () => {
    await publish({ title: 'Uno' })
    await publish({ title: 'Dos' })
    await saleOf('hernan')
    await publish({ title: 'De Hernán' })
    expect(await erase('rosa')).toMatchObject({ result: 'erased', documents: 2, sales: 0 })
    expect(await erase('hernan')).toMatchObject({ result: 'erased', documents: 1 })
  })
})

test('a document that staff showed to Hernán stays his when Rosa is erased, without the name of her file or hers in its title, and nothing of hers in a load (security 15.120, security 15.922)', async () => {
  const id = await publish({ title: 'De los dos' })
  const named = await publish({ title: 'Cédula de Rosa Muñoz Sepúlveda' })
  await publish({ title: 'De Rosa' })
  await saleOf('hernan')
  await handOver(id, 'hernan')
  await handOver(named, 'hernan')
  await cast.portal.pool.query(
    `insert into load_rejects (load_id, line, sale_code, sale_holder_rut, field, value, reason)
     select max(id), 2, $1, $2, 'venta.cliente_fono', 'de Rosa', 'no es un texto' from loads`,
    [ROSAS_SALE, personas.rosa.rut],
  )
  const erased = await eraseMember(
    cast.portal,
    { rut: personas.rosa.rut },
    { force: true, dryRun: false },
  )
  expect(erased).toMatchObject({ result: 'erased', documents: 1 })
  expect(await titlesOf(cast.hernan)).toEqual(['De los dos', documentCategoryNames.deed])
  const kept = { name: '', former_holder: null }
  expect(await staffList()).toMatchObject([kept, kept])
  const { rows } = await cast.portal.pool.query('select value from load_rejects')
  expect(rows).toEqual([{ value: '' }])
})

test('a document from before this version is of the account for which it was published, and else of the present holder (security 12.120)', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  const names = knownMigrations().map(({ name }) => name)
  const before = names.slice(
    0,
    names.findIndex((name) => name.endsWith('documents-of-holders')),
  )
  await migrateTo(database.pool, before)
  await database.pool.query(`
    insert into users (first_name, last_name, email, rut) values
      ('Rosa', 'Muñoz', '', '${personas.rosa.rut}'), ('Hernán', 'Soto', '', '${personas.hernan.rut}'),
      ('', '', '', null);
    insert into sales (code, holder_rut, content_hash, as_of)
      values ('V-1001', '${personas.hernan.rut}', '', now());
    insert into member_documents (sale_id, category, title, date, visible_from,
        visible_to_co_holder, published_by)
      select 1, 'other', title, '2026-01-01', '2026-01-01', false, 1
      from unnest(array['of Rosa', 'of an erased person', 'of nobody known']) title;
    insert into audit_entries (action, object_type, object_id, subject_id) values
      ('member_document.published', 'member_document', '1', 1),
      ('member_document.published', 'member_document', '2', 3);`)
  await migrate(database.pool)
  const { rows } = await database.pool.query(
    'select title, owner_rut from member_documents order by id',
  )
  expect(rows).toEqual([
    { title: 'of Rosa', owner_rut: personas.rosa.rut },
    { title: 'of an erased person', owner_rut: '' },
    { title: 'of nobody known', owner_rut: personas.hernan.rut },
  ])
})
