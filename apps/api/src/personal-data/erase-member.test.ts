import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberDataSchema } from '@carpeta/contract/personal-data/personal-data-schemas'
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json } from '../../test/visitor.ts'
import { verifyAuditChain } from '../audit/audit-check-store.ts'
import { sql } from '../db/query.ts'
import { type ImportOptions, importSales } from '../imports/import-sales.ts'
import { writeSaleViews } from '../sales/sale-view-store.ts'
import { eraseMember } from './erase-member.ts'
import { SeveralPersons } from './find-person.ts'

const anyway = { dryRun: false, force: true }
const { rut } = personas.rosa

let portal: Portal
let folder: string
beforeEach(async () => {
  // Documents of its own: those that the other tests read must stay.
  folder = mkdtempSync(join(tmpdir(), 'carpeta-erase-'))
  cpSync(join(inject('dataDir'), 'sample-documents'), join(folder, 'documents'), {
    recursive: true,
  })
  portal = await openPortal('sample', { DOCUMENTS_URL: `file:${join(folder, 'documents')}` })
  onTestFinished(async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  })
})

/** What is left of one of the two in Rosa's sale: the columns that hold something. */
async function holderRow(role: 'holder' | 'co_holder'): Promise<Record<string, unknown>> {
  const { rows } = await portal.pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(sale_holders) - 'sale_id' as row from sale_holders
     join sales on sales.id = sale_id where code = 'V-1001' and role = $1`,
    [role],
  )
  return Object.fromEntries(
    Object.entries(rows[0]?.row ?? {}).filter(([, value]) => value !== '' && value !== null),
  )
}

async function idOf(name: PersonaName): Promise<number> {
  const { rows } = await portal.pool.query('select id from users where rut = $1', [
    personas[name].rut,
  ])
  return rows[0].id
}

/** Her contract is over, and nothing is left to answer. */
async function finishRosasSale(): Promise<void> {
  await portal.pool.query(`update sales set completed_on = '2026-10-01' where holder_rut = $1`, [
    rut,
  ])
}

interface Loaded {
  code: string
  venta: Record<string, unknown>
}

/** The sample's export, each sale changed as accounting might. */
async function loadAgain(
  change: (sale: Loaded) => void,
  options: ImportOptions = {},
): Promise<void> {
  const [head = '', ...lines] = sampleExport().trim().split('\n')
  const sales = lines.map((line) => {
    const sale = JSON.parse(line)
    change(sale)
    return JSON.stringify(sale)
  })
  const path = join(folder, 'later.ndjson')
  writeFileSync(path, `${[head.replace('06:00', '09:00'), ...sales].join('\n')}\n`)
  const outcome = await importSales(portal.db, path, { isSample: true, ...options })
  expect(outcome.refusal).toBeNull()
}

describe('a member is not erased', () => {
  test('while a sale is open or a request waits; the reasons are told', async () => {
    const { id } = await storeRequest(portal, { state: 'sent' })
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal.db, { rut }, { dryRun: false, force: false })).toEqual({
      result: 'refused',
      reasons: [
        'Tiene una venta abierta (V-1001): mientras dure el contrato, sus datos hacen falta para cumplirlo.',
        `Tiene un trámite sin responder (nº ${id}): primero hay que responder.`,
      ],
    })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('when there is no such account, or it is one of staff, even by force', async () => {
    expect(await eraseMember(portal.db, { rut: '1-9' }, anyway)).toEqual({ result: 'unknown' })
    expect(await eraseMember(portal.db, { rut: personas.carla.rut }, anyway)).toEqual({
      result: 'refused',
      reasons: [expect.stringContaining('Es una cuenta de funcionario')],
    })
  })

  test('by trying: the same is told, and nothing is written', async () => {
    await finishRosasSale()
    const before = await dumpDatabase(portal.pool)
    const tried = await eraseMember(portal.db, { rut }, { dryRun: true, force: false })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
    expect(tried).toEqual(await eraseMember(portal.db, { rut }, { dryRun: false, force: false }))
  })
})

describe('of Rosa, once she is erased', () => {
  test('no table holds a word but what the books need', async () => {
    await portal.as('rosa')
    await portal.pool.query(`update sessions set address = '203.0.113.77'`)
    await storeRequest(portal, { state: 'draft' })
    await portal.pool.query(
      `update request_events set text = 'Lo que Rosa escribió' where actor_id = $1`,
      [await idOf('rosa')],
    )
    await finishRosasSale()
    await tellHoldersApart()
    const words = await wordsAbout(await idOf('rosa'))
    for (const word of ['rosa.munoz@correo.example', '203.0.113.77', 'Lo que Rosa escribió']) {
      expect(words).toContain(word)
    }
    const outcome = await eraseMember(portal.db, { rut }, { dryRun: false, force: false })
    expect(outcome).toEqual({
      result: 'erased',
      accounts: 1,
      sales: 1,
      coHeldSales: 0,
      requests: 2,
      drafts: 1,
      documents: 4,
    })
    await portal.sentEmails()
    const tables = Object.entries(await dumpDatabase(portal.pool))
    const holding = (word: string) =>
      tables.filter(([, rows]) => rows.join('\n').includes(word)).map(([name]) => name)
    const kept = ['public.sale_views', 'public.sale_holders', 'public.sales']
    for (const word of [...words, 'Rosa: ', '73100']) {
      const tellTales = holding(word).filter((name) => word !== rut || !kept.includes(name))
      expect([word, tellTales]).toEqual([word, []])
    }
    expect(await holderRow('holder')).toEqual({
      role: 'holder',
      full_name: 'Rosa Muñoz Sepúlveda',
      rut,
    })
  })

  /** Every word and figure of Rosa's row is hers alone: her co-holder lives where she does. */
  async function tellHoldersApart(): Promise<void> {
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

  /** Every text that her rows hold, but for names that others have too and words of ours. */
  async function wordsAbout(userId: number): Promise<string[]> {
    const ours = ['first_name', 'last_name', 'folded_name', 'state', 'invitation_state', 'kind']
    const { rows } = await portal.pool.query<{ word: string }>(
      `with mine as (
        select to_jsonb(users) as mine from users where id = $1
        union all select to_jsonb(sessions) from sessions where user_id = $1
        union all select to_jsonb(known_devices) from known_devices where user_id = $1
        union all select to_jsonb(documents) from documents where uploaded_by = $1
        union all select jsonb_build_object('comment', comment, 'answer', answer)
          from requests where user_id = $1
        union all select to_jsonb(request_events) from request_events where actor_id = $1
      )
      select distinct value #>> '{}' as word from mine, jsonb_each(mine)
      where jsonb_typeof(value) = 'string' and not key = any ($2)
        and key !~ '_at$|^at$|^type$' and length(value #>> '{}') > 3`,
      [userId, ours],
    )
    return rows.map(({ word }) => word)
  }

  test('her documents are gone from the store too', async () => {
    const { rows } = await portal.pool.query('select storage_key from documents')
    expect(rows).toHaveLength(1)
    const file = join(folder, 'documents', rows[0].storage_key)
    expect(existsSync(file)).toBe(true)
    await eraseMember(portal.db, { rut }, anyway)
    await portal.sentEmails()
    expect(existsSync(file)).toBe(false)
  })

  test('nobody gets in, by session, password or letter; staff neither find nor restore her', async () => {
    const rosa = await portal.as('rosa')
    const carla = await portal.as('carla')
    const id = await idOf('rosa')
    await eraseMember(portal.db, { rut }, anyway)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
    expect((await carla.get('/api/users/trashed/')).body.results).toEqual([])
    expect((await carla.call('PATCH', `/api/users/${id}/restore/`)).status).toBe(404)
  })

  test('an open request is closed, its dates and its kind stay', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    await eraseMember(portal.db, { rut }, anyway)
    const mario = await portal.as('mario')
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'cancelled',
      member: { name: 'Cuenta anonimizada', social_security: '', email: '' },
      due_at: null,
      documents: [],
      comment: '',
    })
    // Rosa did nothing; who did is told by the trail too.
    expect(body.events.at(-1)).toMatchObject({ kind: 'cancelled', actor: 'Operación del portal' })
    const { rows } = await portal.pool.query(
      `select actor_id, before ->> 'state' as was, after ->> 'state' as is from audit_entries
       where action = 'request.changed' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ actor_id: null, was: 'in_review', is: 'cancelled' }])
  })

  test('the trail says that she was, is whole, and erasing again changes nothing', async () => {
    const id = await idOf('rosa')
    await eraseMember(portal.db, { rut }, anyway)
    const { rows } = await portal.pool.query(
      `select actor_id, subject_id, after from audit_entries where action = 'member.erased'`,
    )
    expect(rows).toEqual([
      { actor_id: null, subject_id: id, after: { requests: 2, drafts: 0, documents: 1 } },
    ])
    expect((await verifyAuditChain(portal.db)).firstFault).toBeNull()
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal.db, { rut }, anyway)).toEqual({ result: 'erased before' })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('nobody else lost anything', async () => {
    const hernan = await portal.as('hernan')
    const before = await hernan.get('/api/sales-data/')
    await eraseMember(portal.db, { rut }, anyway)
    expect((await hernan.get('/api/sales-data/')).body).toEqual(before.body)
  })
})

describe('Luis, the co-holder of Rosa’s sale', () => {
  const LUIS = '13456789-9'
  const left = { role: 'co_holder', full_name: 'Luis Alberto Parra Inostroza', rut: LUIS }

  /** He has an account too: Bruno's, whose own sale goes on in nobody's name. */
  async function luisIsAMember(): Promise<void> {
    await portal.pool.query('update users set rut = $1 where rut = $2', [LUIS, personas.bruno.rut])
  }

  test('is not erased while that sale is open', async () => {
    await luisIsAMember()
    expect(
      await eraseMember(portal.db, { rut: LUIS }, { dryRun: false, force: false }),
    ).toMatchObject({
      result: 'refused',
      reasons: [
        'Es co-titular de una venta abierta (V-1001): mientras dure el contrato, sus datos hacen falta para cumplirlo.',
      ],
    })
  })

  test('leaves name and rut in it, and Rosa nothing of hers', async () => {
    await luisIsAMember()
    const before = await holderRow('holder')
    await finishRosasSale()
    const once = { dryRun: false, force: false }
    expect(await eraseMember(portal.db, { rut: LUIS }, once)).toMatchObject({
      result: 'erased',
      accounts: 1,
      sales: 0,
      coHeldSales: 1,
    })
    expect(await holderRow('co_holder')).toEqual(left)
    expect(await holderRow('holder')).toEqual(before)
    const tables = Object.entries(await dumpDatabase(portal.pool))
    for (const word of ['luis.parra', 'Astilleros de la bahía', '+56 9 5555 0143', '1120000']) {
      expect(tables.filter(([, rows]) => rows.join('\n').includes(word))).toEqual([])
    }
    const { body } = await (await portal.as('rosa')).get('/api/sales-data/')
    expect(body[0].venta).toMatchObject({
      clienteco_nombre_completo: left.full_name,
      clienteco_email: '',
      clienteco_renta: null,
      cliente_email: personas.rosa.email,
    })
    expect(await eraseMember(portal.db, { rut: LUIS }, once)).toEqual({ result: 'erased before' })
  })

  test('is erased too who never had an account', async () => {
    expect(await eraseMember(portal.db, { rut: LUIS }, anyway)).toMatchObject({
      result: 'erased',
      accounts: 0,
      coHeldSales: 1,
    })
    expect(await holderRow('co_holder')).toEqual(left)
  })

  test('no later load brings him back, however accounting writes his rut', async () => {
    await eraseMember(portal.db, { rut: LUIS }, anyway)
    await loadAgain(({ code, venta }) => {
      if (code !== 'V-1001') return
      venta.clienteco_rut = '13.456.789-9'
      venta.clienteco_direccion = 'Calle Nueva 1'
    })
    expect(await holderRow('co_holder')).toEqual({ ...left, rut: '13.456.789-9' })
    expect(JSON.stringify(await dumpDatabase(portal.pool))).not.toContain('Calle Nueva 1')
  })

  test('who takes his place in the contract is shown whole', async () => {
    await eraseMember(portal.db, { rut: LUIS }, anyway)
    await loadAgain(({ code, venta }) => {
      if (code === 'V-1001') venta.clienteco_rut = personas.elena.rut
    })
    expect(await holderRow('co_holder')).toMatchObject({ email: 'luis.parra@correo.example' })
  })
})

describe('by the number of the account or its e-mail', () => {
  test('somebody who registered and has no rut is erased, and again nothing is left', async () => {
    const { rows } = await portal.pool.query(
      `insert into users (first_name, email, password_hash)
       values ('Ana', 'ana@correo.example', 'x') returning id`,
    )
    const [{ id }] = rows
    expect(await eraseMember(portal.db, { email: 'ANA@correo.example' }, anyway)).toMatchObject({
      result: 'erased',
      accounts: 1,
    })
    expect(await eraseMember(portal.db, { id }, anyway)).toEqual({ result: 'erased before' })
    expect(await eraseMember(portal.db, { email: 'ana@correo.example' }, anyway)).toEqual({
      result: 'unknown',
    })
  })

  test('Rosa is erased with her sale, and her older account too', async () => {
    const id = await idOf('rosa')
    await portal.pool.query(
      `insert into users (rut, first_name, deleted_at) values ($1, 'Rosa', now())`,
      [rut],
    )
    expect(await eraseMember(portal.db, { id }, anyway)).toMatchObject({
      result: 'erased',
      accounts: 2,
      sales: 1,
    })
  })

  test('nobody is, when a couple shares the e-mail', async () => {
    await portal.pool.query('update users set email = $1 where rut = any ($2)', [
      'casa@correo.example',
      [rut, personas.bruno.rut],
    ])
    const before = await dumpDatabase(portal.pool)
    const erasing = eraseMember(portal.db, { email: 'casa@correo.example' }, anyway)
    await expect(erasing).rejects.toThrow(SeveralPersons)
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })
})

describe('nothing is written back', () => {
  test('into her account by a call that was under way', async () => {
    const id = await idOf('rosa')
    await eraseMember(portal.db, { rut }, anyway)
    for (const late of [`first_name = 'Rosa'`, `email = 'rosa@correo.example'`, `rut = '${rut}'`]) {
      const writing = portal.pool.query(`update users set ${late} where id = ${id}`)
      await expect(writing).rejects.toThrow('users_erased_hold_nobody')
    }
  })

  test('by a load that cannot read what it says of her', async () => {
    await eraseMember(portal.db, { rut }, anyway)
    await loadAgain(
      ({ code, venta }) => {
        if (code === 'V-1001') venta.cliente_direccion = 'Calle\u0007 Nueva 1'
        if (code === 'V-2001') venta.cliente_direccion = 'Calle\u0007 Vieja 1'
      },
      { maxRejectsPercent: 100 },
    )
    const { rows } = await portal.pool.query(
      `select sale_code, field, value from load_rejects order by sale_code`,
    )
    const field = 'venta.cliente_direccion'
    expect(rows).toEqual([
      { sale_code: 'V-1001', field, value: '' },
      { sale_code: 'V-2001', field, value: expect.stringContaining('Vieja 1') },
    ])
  })

  test('by her own request that is being sent: one waits for the other', async () => {
    const { id } = await storeRequest(portal, { state: 'draft' })
    const rosa = await idOf('rosa')
    const sending = await portal.pool.connect()
    await sending.query('begin')
    await sending.query('select from requests where id = $1 for update', [id])
    const erasing = eraseMember(portal.db, { rut }, anyway)
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    await sending.query(
      `insert into request_events (request_id, kind, actor_id) values ($1, 'sent', $2)`,
      [id, rosa],
    )
    await sending.query('commit')
    sending.release()
    expect(await erasing).toMatchObject({ result: 'erased', drafts: 1 })
  })
})

describe('a later load', () => {
  test('of a sale of hers brings neither an account nor her address back', async () => {
    await eraseMember(portal.db, { rut }, anyway)
    await loadAgain(({ code, venta }) => {
      if (code === 'V-1001') venta.cliente_direccion = 'Calle Nueva 1'
    })
    const { rows } = await portal.pool.query('select from users where rut = $1', [rut])
    expect(rows).toEqual([])
    const { rows: held } = await portal.pool.query(
      `select json like '%Calle Nueva%' as is_back, address from sale_holders
       join sale_views using (sale_id) join sales on sales.id = sale_id
       where code = 'V-1001' and role = 'holder'`,
    )
    expect(held).toEqual([{ is_back: false, address: '' }])
  })

  test('of a new sale opens a new account, which knows nothing of before', async () => {
    const id = await idOf('rosa')
    await eraseMember(portal.db, { rut }, anyway)
    await loadAgain((loaded) => {
      if (loaded.code === 'V-2001') {
        loaded.code = 'V-7777'
        loaded.venta.cod_venta = 'V-7777'
        loaded.venta.cliente_rut = rut
        loaded.venta.cliente_nombres = 'Rosa'
      }
    })
    const { rows } = await portal.pool.query(
      `select id, password_hash, invited_at from users where rut = $1`,
      [rut],
    )
    expect(rows).toEqual([{ id: expect.any(Number), password_hash: null, invited_at: null }])
    expect(rows[0].id).not.toBe(id)
    const carla = await portal.as('carla')
    await carla.post('/api/view-as/', json({ user_id: rows[0].id, reason: 'Volvió a comprar' }))
    const shown = await carla.get('/api/sales-data/')
    expect(shown.body.map(({ code }: { code: string }) => code)).toEqual(['V-7777'])
    expect(shown.body[0].requerimientos).toEqual([])
  })

  test('may give her sale to somebody else, who sees it', async () => {
    await eraseMember(portal.db, { rut }, anyway)
    await loadAgain(({ code, venta }) => {
      if (code === 'V-1001') venta.cliente_rut = personas.elena.rut
    })
    const elena = await portal.as('elena')
    const { body } = await elena.get('/api/client/data.json')
    expect(memberDataSchema.parse(body).sales.map(({ code }) => code)).toContain('V-1001')
    const { body: shown } = await elena.get('/api/sales-data/')
    expect(shown.map(({ code }: { code: string }) => code)).toContain('V-1001')
  })
})
