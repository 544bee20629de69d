import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cleanRut } from '@carpeta/domain/people/rut'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { verifyChain } from '../../test/audit/verify-log.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import {
  completeRosasSale,
  openPortalWithDocuments,
  type PortalWithDocuments,
  readHolder,
} from '../../test/personal-data/erasure.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import { createAccount, luis } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload } from '../../test/visitor.ts'
import { sql } from '../db/query.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { personalEmail } from '../email/render-email.ts'
import { writeSaleViews } from '../sales/sale-view-store.ts'
import { eraseMember } from './erase-member.ts'

const { rut } = personas.rosa
const forced = { dryRun: false, force: true }
const unforced = { dryRun: false, force: false }

let portal: PortalWithDocuments
beforeEach(async () => {
  portal = await openPortalWithDocuments()
})

describe('a member is not erased', () => {
  test('while a sale or a request is open, and the reasons are reported (security 15.10)', async () => {
    const { id } = await storeRequest(portal, { state: 'sent' })
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal, { rut }, unforced)).toEqual({
      result: 'refused',
      reasons: [
        'Tiene una venta abierta (V-1001): mientras dure el contrato, sus datos hacen falta para cumplirlo.',
        `Tiene un trámite sin responder (nº ${id}): primero hay que responder.`,
      ],
    })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('when the account does not exist or is one of staff, even by force (security 15.10)', async () => {
    expect(await eraseMember(portal, { rut: '1-9' }, forced)).toEqual({ result: 'unknown' })
    expect(await eraseMember(portal, { rut: personas.carla.rut }, forced)).toEqual({
      result: 'refused',
      reasons: [expect.stringContaining('Es una cuenta de funcionario')],
    })
  })

  test('by a dry run, which reports the same and writes nothing', async () => {
    await completeRosasSale(portal)
    const before = await dumpDatabase(portal.pool)
    const tried = await eraseMember(portal, { rut }, { dryRun: true, force: false })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
    expect(tried).toEqual(await eraseMember(portal, { rut }, unforced))
  })
})

test('Mario, who left the staff, is no name in the requests of others (security 15.25)', async () => {
  const { id } = await storeRequest(portal, { by: 'hernan' })
  const marioId = await userIdOf(portal.db, 'mario')
  const ivan = await portal.as('ivan')
  await ivan.post(`/api/requests/${id}/assign/`, json({ version: 0, user_id: marioId }))
  const eventsOf = async () => {
    const { body } = await ivan.get(`/api/requests/${id}/`)
    return body.events.map(({ kind, text }: { kind: string; text: string }) => [kind, text])
  }
  expect(await eventsOf()).toEqual([['assigned', 'Mario Fuentes Alarcón']])
  await portal.pool.query('delete from user_groups where user_id = $1', [marioId])
  expect(await eraseMember(portal, { id: marioId }, forced)).toMatchObject({ accounts: 1 })
  expect(await eventsOf()).toEqual([['assigned', 'Cuenta anonimizada']])
  const tables = Object.entries(await dumpDatabase(portal.pool))
  const named = tables.filter(([, rows]) => rows.join('\n').includes('Fuentes'))
  expect(named.map(([name]) => name)).toEqual([])
})

describe('after Rosa is erased', () => {
  test('no table has a word about her except what accounting needs (§12.68, security 11.6, security 15.5)', async () => {
    await portal.as('rosa')
    await portal.pool.query(`update sessions set address = '203.0.113.77'`)
    await storeRequest(portal, { state: 'draft' })
    await portal.pool.query(
      `update request_events set text = 'Lo que Rosa escribió' where actor_id = $1`,
      [await userIdOf(portal.db, 'rosa')],
    )
    await completeRosasSale(portal)
    await makeHolderDistinct()
    const words = await wordsAbout(await userIdOf(portal.db, 'rosa'))
    for (const word of ['rosa.munoz@correo.example', '203.0.113.77', 'Lo que Rosa escribió']) {
      expect(words).toContain(word)
    }
    const outcome = await eraseMember(portal, { rut }, unforced)
    expect(outcome).toEqual({
      result: 'erased',
      accounts: 1,
      sales: 1,
      coOwnSales: 0,
      requests: 2,
      drafts: 1,
      documents: 4,
      paymentReports: 0,
      emails: 0,
      exports: 0,
      zips: 0,
    })
    await portal.sentEmails()
    const tables = Object.entries(await dumpDatabase(portal.pool))
    const tablesWith = (word: string) =>
      tables.filter(([, rows]) => rows.join('\n').includes(word)).map(([name]) => name)
    const accounting = ['sale_views', 'sale_holders', 'sales', 'sale_buyers'].map(
      (name) => `public.${name}`,
    )
    for (const word of [...words, 'Rosa: ', '73100']) {
      const isRut = cleanRut(word) === cleanRut(rut)
      const unexpected = tablesWith(word).filter((name) => !isRut || !accounting.includes(name))
      expect([word, unexpected]).toEqual([word, []])
    }
    expect(await readHolder(portal, 'holder')).toEqual({
      role: 'holder',
      full_name: 'Rosa Muñoz Sepúlveda',
      rut,
    })
  })

  /** Gives Rosa's row its own words and figures: her co-holder has the same address. */
  async function makeHolderDistinct(): Promise<void> {
    const { rows: columns } = await portal.pool.query<{ name: string; is_number: boolean }>(
      `select column_name as name, data_type = 'numeric' as is_number
       from information_schema.columns where table_name = 'sale_holders'
         and column_name not in ('sale_id', 'role', 'full_name', 'rut')`,
    )
    const changes = columns.map(({ name, is_number }, i) =>
      is_number ? `${name} = ${7_310_000 + i}` : `${name} = 'Rosa: ${name}'`,
    )
    await portal.pool.query(`update sale_holders set ${changes.join(', ')} from sales
      where sales.id = sale_id and role = 'holder' and holder_rut = '${rut}'`)
    await portal.db.transaction((tx) => writeSaleViews(tx, sql`holder_rut = ${rut}`))
  }

  /** Every text in her rows except names that others share and the portal's own terms. */
  async function wordsAbout(userId: number): Promise<string[]> {
    const shared = ['first_name', 'last_name', 'folded_name', 'state', 'invitation_state', 'kind']
    const { rows } = await portal.pool.query<{ word: string }>(
      `with hers as (
        select to_jsonb(users) as hers from users where id = $1
        union all select to_jsonb(sessions) from sessions where user_id = $1
        union all select to_jsonb(known_devices) from known_devices where user_id = $1
        union all select to_jsonb(documents) from documents where uploaded_by = $1
        union all select jsonb_build_object('comment', comment, 'answer', answer)
          from requests where user_id = $1
        union all select to_jsonb(request_events) from request_events where actor_id = $1
      )
      select distinct value #>> '{}' as word from hers, jsonb_each(hers)
      where jsonb_typeof(value) = 'string' and not key = any ($2)
        and key !~ '_at$|^at$|^type$' and length(value #>> '{}') > 3`,
      [userId, shared],
    )
    return rows.map(({ word }) => word)
  }

  test('no filter of staff searches for her, and no waiting job names her (security 15.25)', async () => {
    const mario = await portal.as('mario')
    const save = (name: string, filters: object) =>
      mario.post('/api/requests/filters/', json({ name, filters }))
    await save('Rosa Muñoz, urgente', { overdue: '1' })
    await save('Una socia', { member: '12.345.678-5' })
    await save('Búsqueda', { q: 'muñoz sepúlveda' })
    await save('Santa Rosa', { q: 'poda', project: 'Santa Rosa' })
    const visitor = portal.visitor()
    await visitor.fetchToken()
    await visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
    await eraseMember(portal, { rut }, forced)
    const { body } = await mario.get('/api/requests/filters/')
    expect(body.results).toMatchObject([{ name: 'Santa Rosa' }])
    const tables = await dumpDatabase(portal.pool)
    const named = ['public.saved_filters', 'graphile_worker._private_jobs'].filter((name) =>
      /Muñoz|12\.?345\.?678|127\.0\.0\.1/.test(String(tables[name])),
    )
    expect(named).toEqual([])
  })

  test('an email to Luis, who shares her address, still goes out, and hers do not (security 15.142)', async () => {
    const to = personas.rosa.email
    await createAccount(portal, { ...luis, email: to })
    for (const { firstName } of [personas.rosa, luis]) {
      const email = personalEmail({ firstName, email: to }, portal.config, {
        subject: `Para ${firstName}`,
        paragraphs: ['Hola.'],
      })
      await enqueueEmail(portal.db, email, portal.config)
    }
    expect(await eraseMember(portal, { rut }, forced)).toMatchObject({ emails: 1 })
    const sent = (await portal.sentEmails()).filter((email) => email.to === to)
    expect(sent.map(({ subject }) => subject)).toEqual(['Para Luis'])
  })

  test.each([
    ['phone', '(41) 000-0000'],
    ['email', 'Contacto@VistaAlBiobio.example'],
  ])(
    'an email to Hernán still goes out where accounting wrote the cooperative’s %s for her, which signs every email (security 15.810)',
    async (column, value) => {
      await portal.pool.query(
        `update sale_holders set ${column} = $1 where role = 'holder'
          and sale_id = (select id from sales where code = 'V-1001')`,
        [value],
      )
      const email = personalEmail(personas.hernan, portal.config, {
        subject: 'Para Hernán',
        paragraphs: ['Hola.'],
      })
      await enqueueEmail(portal.db, email, portal.config)
      expect(await eraseMember(portal, { rut }, forced)).toMatchObject({ emails: 0 })
      const sent = (await portal.sentEmails()).map(({ subject }) => subject)
      expect(sent).toContain('Para Hernán')
    },
  )

  test('her documents are deleted from the storage too (security 15.5)', async () => {
    const { rows } = await portal.pool.query('select storage_key from documents')
    expect(rows).toHaveLength(1)
    const file = join(portal.documentsFolder, rows[0].storage_key)
    expect(existsSync(file)).toBe(true)
    await eraseMember(portal, { rut }, forced)
    await portal.sentEmails()
    expect(existsSync(file)).toBe(false)
  })

  test('nothing is left of the documents of her sale, nor of their earlier versions (§12.680)', async () => {
    const ivan = await portal.as('ivan')
    const path = '/api/sales/V-1001/documents/'
    const file = (text: string) => pdf(`escritura-munoz-${text}.pdf`, { text })
    const holder_id = await holderIdOf(portal.db)
    const fields = { category: 'deed', title: 'Escritura de Rosa', date: '', holder_id }
    const { body } = await ivan.post(path, upload(file('uno'), fields))
    await ivan.post(`${path}${body.id}/versions/`, upload(file('dos'), {}))
    await ivan.call('PATCH', `${path}${body.id}/`, json({ title: 'Título de Rosa' }))
    const files = () => readdirSync(portal.documentsFolder).length
    const before = files()
    expect(await eraseMember(portal, { rut }, forced)).toMatchObject({ documents: 3 })
    await portal.sentEmails()
    expect(files()).toBe(before - 3)
    const tables = Object.entries(await dumpDatabase(portal.pool))
    const named = tables.filter(([, rows]) => /de Rosa|escritura-munoz/.test(rows.join('\n')))
    expect(named.map(([name]) => name)).toEqual([])
    expect((await ivan.post(path, upload(file('tres'), fields))).status).toBe(404)
    expect((await ivan.get(path)).status).toBe(404)
  })

  test('her session and password no longer work, and staff neither find nor restore her (security 15.8)', async () => {
    const rosa = await portal.as('rosa')
    const carla = await portal.as('carla')
    const id = await userIdOf(portal.db, 'rosa')
    await eraseMember(portal, { rut }, forced)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
    expect((await carla.get('/api/users/trashed/')).body.results).toEqual([])
    expect((await carla.call('PATCH', `/api/users/${id}/restore/`)).status).toBe(404)
  })

  test('an open request is cancelled and about nothing, and its dates and procedure stay (§12.2412)', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    await portal.pool.query(`update requests set about = 'payment:2026-11-12:2026-11-05'`)
    await eraseMember(portal, { rut }, forced)
    const { rows: about } = await portal.pool.query('select about from requests where id = $1', [
      id,
    ])
    expect(about).toEqual([{ about: null }])
    const mario = await portal.as('mario')
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'cancelled',
      member: { name: 'Cuenta anonimizada', social_security: '', email: '' },
      due_at: null,
      documents: [],
      comment: '',
    })
    // The actor is the portal, in the audit log too.
    expect(body.events.at(-1)).toMatchObject({ kind: 'cancelled', actor: 'Operación del portal' })
    const { rows } = await portal.pool.query(
      `select actor_id, before ->> 'state' as was, after ->> 'state' as is from audit_entries
       where action = 'request.changed' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ actor_id: null, was: 'in_review', is: 'cancelled' }])
  })

  test('the audit log records it and is intact, and erasing again changes nothing', async () => {
    const id = await userIdOf(portal.db, 'rosa')
    await eraseMember(portal, { rut }, forced)
    const { rows } = await portal.pool.query(
      `select actor_id, subject_id, after from audit_entries where action = 'member.erased'`,
    )
    expect(rows).toEqual([
      {
        actor_id: null,
        subject_id: id,
        after: { requests: 2, drafts: 0, documents: 1, paymentReports: 0 },
      },
    ])
    expect((await verifyChain(portal)).firstFault).toBeNull()
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal, { rut }, forced)).toEqual({ result: 'erased before' })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('other members keep their data', async () => {
    const hernan = await portal.as('hernan')
    const before = await hernan.get('/api/sales-data/')
    await eraseMember(portal, { rut }, forced)
    expect((await hernan.get('/api/sales-data/')).body).toEqual(before.body)
  })
})
