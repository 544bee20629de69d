import { join } from 'node:path'
import { saleAccessMessages } from '@carpeta/domain/sales/sale-access-rules'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { writeCsvFolder } from '../../test/exports/write-csv-folder.ts'
import { rosa, sample } from '../../test/imports.ts'
import {
  completeRosasSale,
  loadAgain,
  openPortalWithDocuments,
  type PortalWithDocuments,
  readHolder,
} from '../../test/personal-data/erasure.ts'
import { give, toLuis } from '../../test/sales/shared-sales.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { personalEmail } from '../email/render-email.ts'
import { importSales } from '../imports/import-sales.ts'
import { csvFolder } from '../imports/sources/csv-folder.ts'
import { eraseMember } from './erase-member.ts'

const forced = { dryRun: false, force: true }
const unforced = { dryRun: false, force: false }

let portal: PortalWithDocuments
beforeEach(async () => {
  portal = await openPortalWithDocuments()
})

describe('Luis, the co-holder of Rosa’s sale', () => {
  const LUIS = '13456789-9'
  const left = { role: 'co_holder', full_name: 'Luis Alberto Parra Inostroza', rut: LUIS }

  /** Gives Luis the account of Bruno, whose own sale is then without an account. */
  async function makeLuisAMember(): Promise<void> {
    await portal.pool.query('update users set rut = $1 where rut = $2', [LUIS, personas.bruno.rut])
  }

  test('is not erased while that sale is open', async () => {
    await makeLuisAMember()
    expect(await eraseMember(portal, { rut: LUIS }, unforced)).toMatchObject({
      result: 'refused',
      reasons: [
        'Es co-titular de una venta abierta (V-1001): mientras dure el contrato, sus datos hacen falta para cumplirlo.',
      ],
    })
  })

  test('has no access that Rosa gives him while he is erased (security 15.930)', async () => {
    const rosa = await portal.as('rosa')
    const gate = await portal.pool.connect()
    onTestFinished(() => gate.release(true))
    await gate.query('begin; lock table sale_views in share mode')
    const erasing = eraseMember(portal, { rut: LUIS }, forced)
    await waitForBlockedStatement(portal.db)
    const giving = give(rosa, toLuis)
    await Promise.race([giving, waitForBlockedStatement(portal.db, 2)])
    await gate.query('rollback')
    expect(await erasing).toMatchObject({ result: 'erased', coOwnSales: 1 })
    const { status, body } = await giving
    expect([status, body]).toEqual([409, saleAccessMessages.coHolder.text])
    const { rows } = await portal.pool.query('select from sale_accesses')
    expect(rows).toEqual([])
  })

  test('has none that Rosa was about to give when his erasure began (security 15.930)', async () => {
    const rosa = await portal.as('rosa')
    const gate = await portal.pool.connect()
    onTestFinished(() => gate.release(true))
    // She cancels before the end.
    await gate.query('begin; lock table audit_entries in share mode')
    const giving = give(rosa, toLuis)
    await waitForBlockedStatement(portal.db)
    const erasing = eraseMember(portal, { rut: LUIS }, forced)
    await waitForBlockedStatement(portal.db, 2)
    await gate.query('rollback')
    expect((await giving).status).toBe(201)
    expect(await erasing).toMatchObject({ result: 'erased', coOwnSales: 1 })
    const { rows } = await portal.pool.query('select from sale_accesses')
    expect(rows).toEqual([])
  })

  test('keeps name and rut in it, and Rosa keeps all her data (security 15.6)', async () => {
    await makeLuisAMember()
    const before = await readHolder(portal, 'holder')
    await completeRosasSale(portal)
    expect(await eraseMember(portal, { rut: LUIS }, unforced)).toMatchObject({
      result: 'erased',
      accounts: 1,
      sales: 0,
      coOwnSales: 1,
    })
    expect(await readHolder(portal, 'co_holder')).toEqual(left)
    expect(await readHolder(portal, 'holder')).toEqual(before)
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
    expect(await eraseMember(portal, { rut: LUIS }, unforced)).toEqual({
      result: 'erased before',
    })
  })

  test('is erased even if he never had an account', async () => {
    expect(await eraseMember(portal, { rut: LUIS }, forced)).toMatchObject({
      result: 'erased',
      accounts: 0,
      coOwnSales: 1,
    })
    expect(await readHolder(portal, 'co_holder')).toEqual(left)
    const { rows } = await portal.pool.query(
      `select subject_id, object_id, after from audit_entries where action = 'member.erased'`,
    )
    expect(rows).toEqual([
      { subject_id: null, object_id: '', after: { sales: 0, coOwnSales: 1, documents: 0 } },
    ])
  })

  test('leaves Rosa her waiting emails, although accounting has her address for him too (security 15.811)', async () => {
    await portal.pool.query(
      `update sale_holders set email = upper($1) where role = 'co_holder'
        and sale_id = (select id from sales where code = 'V-1001')`,
      [personas.rosa.email],
    )
    const email = personalEmail(personas.rosa, portal.config, {
      subject: 'Para Rosa',
      paragraphs: ['Hola.'],
    })
    await enqueueEmail(portal.db, email, portal.config)
    expect(await eraseMember(portal, { rut: LUIS }, forced)).toMatchObject({ emails: 0 })
    expect((await portal.sentEmails()).map(({ subject }) => subject)).toContain('Para Rosa')
  })

  test('is not restored by a later load, in any spelling of his rut (security 15.6)', async () => {
    await eraseMember(portal, { rut: LUIS }, forced)
    await loadAgain(portal, ({ code, venta }) => {
      if (code !== 'V-1001') return
      venta.clienteco_rut = '13.456.789-9'
      venta.clienteco_direccion = 'Calle Nueva 1'
    })
    expect(await readHolder(portal, 'co_holder')).toEqual({ ...left, rut: '13.456.789-9' })
    expect(JSON.stringify(await dumpDatabase(portal.pool))).not.toContain('Calle Nueva 1')
  })

  test('has the values of a CSV folder that no load could read, not Rosa, and they are erased (security 15.2, security 15.7)', async () => {
    await makeLuisAMember()
    const spoilt = rosa(({ venta }) => {
      venta.cliente_renta = 'de Rosa'
      venta.clienteco_renta = 'de Luis'
    })
    const load = (day: string) => {
      const folder = writeCsvFolder(
        join(portal.documentsFolder, '..', day),
        [spoilt, ...sample.slice(1)],
        { delimiter: ';', decimal: ',', encoding: 'utf-8', newline: '\n' },
        { corte: `${day}T06:00:00-03:00` },
      )
      return importSales(portal.db, csvFolder(folder), { isSample: true, maxRejectsPercent: 100 })
    }
    await load('2026-11-21')
    const luis = portal.visitor()
    await luis.logIn(LUIS, SAMPLE_PASSWORD)
    expect((await luis.get('/api/client/data.json')).body.unread).toMatchObject([
      { field: 'clienteco_renta', value: 'de Luis' },
    ])
    const { body } = await (await portal.as('rosa')).get('/api/client/data.json')
    expect(body.unread).toMatchObject([{ field: 'cliente_renta', value: 'de Rosa' }])

    expect((await eraseMember(portal, { rut: LUIS }, forced)).result).toBe('erased')
    await load('2026-11-22')
    const { rows } = await portal.pool.query('select field, value from load_rejects order by id')
    const ofBoth = [
      { field: 'cliente_renta', value: 'de Rosa' },
      { field: 'clienteco_renta', value: '' },
    ]
    expect(rows).toEqual([...ofBoth, ...ofBoth])
  })

  test('is replaced by Elena, who reads nothing that a load could not read of him; erased, he leaves none of it (security 15.921)', async () => {
    const options = { maxRejectsPercent: 100 }
    const spoil = (value: string) => (sale: { code: string; venta: Record<string, unknown> }) => {
      if (sale.code === 'V-1001') Object.assign(sale.venta, { clienteco_renta: value })
    }
    await loadAgain(portal, spoil('de Luis'), options)
    // As a load of an earlier release left it.
    await portal.pool.query(
      `insert into load_rejects (load_id, line, sale_code, sale_holder_rut, field, value, reason)
       select load_id, line, sale_code, $1, field, 'de Luis, antes', reason from load_rejects`,
      [personas.rosa.rut],
    )
    const replace = ({ code, venta }: { code: string; venta: Record<string, unknown> }) => {
      if (code === 'V-1001') venta.clienteco_rut = personas.elena.rut
    }
    await loadAgain(portal, replace, options)
    for (const name of ['elena', 'rosa'] as const) {
      const { body } = await (await portal.as(name)).get('/api/client/data.json')
      expect(body.unread).toEqual([])
    }
    await eraseMember(portal, { rut: LUIS }, forced)
    const { rows } = await portal.pool.query(
      'select value, sale_holder_rut from load_rejects order by sale_holder_rut',
    )
    expect(rows).toEqual([
      { value: '', sale_holder_rut: '' },
      { value: '', sale_holder_rut: personas.rosa.rut },
    ])
  })

  test('is replaced by a new co-holder, who is shown in full', async () => {
    await eraseMember(portal, { rut: LUIS }, forced)
    await loadAgain(portal, ({ code, venta }) => {
      if (code === 'V-1001') venta.clienteco_rut = personas.elena.rut
    })
    expect(await readHolder(portal, 'co_holder')).toMatchObject({
      email: 'luis.parra@correo.example',
    })
  })
})
