import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberDataSchema } from '@carpeta/contract/personal-data'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { sampleExport } from '../seeds/sample-export.ts'
import { checkTrail } from '../src/audit/audit-store.ts'
import { importSales } from '../src/import/import-sales.ts'
import { eraseMember } from '../src/personal-data/erase-member.ts'
import { dumpDatabase } from './dump-database.ts'
import { openPortal, type Portal } from './open-portal.ts'
import { storeRequest } from './stored-requests.ts'
import { json } from './visitor.ts'

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

/** The sample's export, each sale changed as accounting might. */
async function loadAgain(change: (sale: Record<string, never>) => void): Promise<void> {
  const [head = '', ...lines] = sampleExport().trim().split('\n')
  const sales = lines.map((line) => {
    const sale = JSON.parse(line)
    change(sale)
    return JSON.stringify(sale)
  })
  const path = join(folder, 'later.ndjson')
  writeFileSync(path, `${[head.replace('06:00', '09:00'), ...sales].join('\n')}\n`)
  const outcome = await importSales(portal.db, path, { isSample: true })
  expect(outcome.refusal).toBeNull()
}

describe('a member is not erased', () => {
  test('while a sale is open or a request waits; the reasons are told', async () => {
    const { id } = await storeRequest(portal, { state: 'sent' })
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal.db, rut, { dryRun: false, force: false })).toEqual({
      result: 'refused',
      reasons: [
        'Tiene una venta abierta (V-1001): mientras dure el contrato, sus datos hacen falta para cumplirlo.',
        `Tiene un trámite sin responder (nº ${id}): primero hay que responder.`,
      ],
    })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('when there is no such account, or it is one of staff, even by force', async () => {
    expect(await eraseMember(portal.db, '1-9', anyway)).toEqual({ result: 'unknown' })
    expect(await eraseMember(portal.db, personas.carla.rut, anyway)).toEqual({
      result: 'refused',
      reasons: [expect.stringContaining('Es una cuenta de funcionario')],
    })
  })

  test('by trying: the same is told, and nothing is written', async () => {
    await finishRosasSale()
    const before = await dumpDatabase(portal.pool)
    const tried = await eraseMember(portal.db, rut, { dryRun: true, force: false })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
    expect(tried).toEqual(await eraseMember(portal.db, rut, { dryRun: false, force: false }))
  })
})

describe('of Rosa, once she is erased', () => {
  test('no table holds a word but what the books need', async () => {
    await portal.as('rosa')
    await storeRequest(portal, { state: 'draft' })
    await finishRosasSale()
    const outcome = await eraseMember(portal.db, rut, { dryRun: false, force: false })
    expect(outcome).toEqual({
      result: 'erased',
      accounts: 1,
      sales: 1,
      requests: 2,
      drafts: 1,
      documents: 4,
    })
    await portal.postedLetters()
    const tables = Object.entries(await dumpDatabase(portal.pool))
    const holding = (word: string) =>
      tables.filter(([, rows]) => rows.join('\n').includes(word)).map(([name]) => name)
    for (const word of [
      personas.rosa.email,
      'Hospital Las Higueras',
      'Enfermera',
      'Los Copihues 482',
      'promesa de compraventa, para',
      'junta de vecinos',
      'certificado-de-residencia',
    ]) {
      expect([word, holding(word)]).toEqual([word, word.includes('Copihues') ? co : []])
    }
    expect(holding(rut).toSorted()).toEqual([
      'public.sale_documents',
      'public.sale_holders',
      'public.sales',
    ])
  })

  // Her co-holder lives there too, and did not ask.
  const co = ['public.sale_documents', 'public.sale_holders']

  test('her documents are gone from the store too', async () => {
    const { rows } = await portal.pool.query('select storage_key from documents')
    expect(rows).toHaveLength(1)
    const file = join(folder, 'documents', rows[0].storage_key)
    expect(existsSync(file)).toBe(true)
    await eraseMember(portal.db, rut, anyway)
    await portal.postedLetters()
    expect(existsSync(file)).toBe(false)
  })

  test('nobody gets in, by session, password or letter; staff neither find nor restore her', async () => {
    const rosa = await portal.as('rosa')
    const carla = await portal.as('carla')
    const id = await idOf('rosa')
    await eraseMember(portal.db, rut, anyway)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.visitor().logIn(rut, SAMPLE_PASSWORD)).status).toBe(400)
    expect((await carla.get('/api/users/trashed/')).body.results).toEqual([])
    expect((await carla.call('PATCH', `/api/users/${id}/restore/`)).status).toBe(404)
  })

  test('an open request is closed, its dates and its kind stay', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    await eraseMember(portal.db, rut, anyway)
    const mario = await portal.as('mario')
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'cancelled',
      member: { name: 'Cuenta anonimizada', social_security: '', email: '' },
      due_at: null,
      documents: [],
      comment: '',
    })
  })

  test('the trail says that she was, is whole, and erasing again changes nothing', async () => {
    const id = await idOf('rosa')
    await eraseMember(portal.db, rut, anyway)
    const { rows } = await portal.pool.query(
      `select actor_id, subject_id, after from audit_entries where action = 'member.erased'`,
    )
    expect(rows).toEqual([
      { actor_id: null, subject_id: id, after: { requests: 2, drafts: 0, documents: 1 } },
    ])
    expect((await checkTrail(portal.db)).firstFault).toBeNull()
    const before = await dumpDatabase(portal.pool)
    expect(await eraseMember(portal.db, rut, anyway)).toEqual({ result: 'erased before' })
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })

  test('nobody else lost anything', async () => {
    const hernan = await portal.as('hernan')
    const before = await hernan.get('/api/sales-data/')
    await eraseMember(portal.db, rut, anyway)
    expect((await hernan.get('/api/sales-data/')).body).toEqual(before.body)
  })
})

describe('a later load', () => {
  type Loaded = { code: string; venta: Record<string, unknown> }

  test('of a sale of hers brings neither an account nor her address back', async () => {
    await eraseMember(portal.db, rut, anyway)
    await loadAgain((sale) => {
      const { code, venta } = sale as unknown as Loaded
      if (code === 'V-1001') venta.cliente_direccion = 'Calle Nueva 1'
    })
    const { rows } = await portal.pool.query('select from users where rut = $1', [rut])
    expect(rows).toEqual([])
    const { rows: held } = await portal.pool.query(
      `select document like '%Calle Nueva%' as is_back, address from sale_holders
       join sale_documents using (sale_id) join sales on sales.id = sale_id
       where code = 'V-1001' and role = 'holder'`,
    )
    expect(held).toEqual([{ is_back: false, address: '' }])
  })

  test('of a new sale opens a new account, which knows nothing of before', async () => {
    const id = await idOf('rosa')
    await eraseMember(portal.db, rut, anyway)
    await loadAgain((sale) => {
      const loaded = sale as unknown as Loaded
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
    await eraseMember(portal.db, rut, anyway)
    await loadAgain((sale) => {
      const { code, venta } = sale as unknown as Loaded
      if (code === 'V-1001') venta.cliente_rut = personas.elena.rut
    })
    const elena = await portal.as('elena')
    const { body } = await elena.get('/api/client/data.json')
    expect(memberDataSchema.parse(body).sales.map(({ code }) => code)).toContain('V-1001')
    const { body: shown } = await elena.get('/api/sales-data/')
    expect(shown.map(({ code }: { code: string }) => code)).toContain('V-1001')
  })
})
