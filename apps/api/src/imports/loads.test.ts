import { isUnread } from '@carpeta/domain/imports/load-consequences'
import { rejectSentence } from '@carpeta/domain/imports/reject-reasons'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  peopleWhoMayNotLoad,
} from '../../test/imports/exports.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
})

async function load(change: (sales: ExportedSale[]) => void, corte?: string): Promise<void> {
  const { id } = await checkedExport(portal, ivan, exportWith(change, corte))
  await ivan.post(`/api/import-uploads/${id}/apply/`)
  await portal.sentEmails()
}

const undoable = async () => (await ivan.get('/api/loads/undoable/')).body.undoable
const undo = (id: number, by = ivan) => by.post(`/api/loads/${id}/undo/`)
const salesData = async () => (await (await portal.as('rosa')).get('/api/sales-data/')).bytes

describe('undoing the last load', () => {
  test('answers Rosa byte for byte as before (§12.157)', async () => {
    await load(() => {})
    const before = await salesData()
    await load(([rosa]) => {
      rosa.compromiso.resumen.deuda = '1.5'
      rosa.estado_de_pago['Cuotas mensuales'].cuotas.pop()
    }, '2026-11-22T06:00:00-03:00')
    expect((await salesData()).equals(before)).toBe(false)
    const told = await undoable()
    expect(told).toMatchObject({ refusal: null, load: { changed: 1, by: 'Iván Rojas Mella' } })

    expect((await undo(told.load.id)).status).toBe(202)
    // A second click, and what the page says until its turn has come.
    expect((await undo(told.load.id)).status).toBe(202)
    expect(await undoable()).toMatchObject({ is_under_way: true })
    await portal.sentEmails()
    const { body } = await ivan.get(`/api/loads/${told.load.id}/`)
    expect([body.state, body.undone_by]).toEqual(['undone', 'Iván Rojas Mella'])
    expect((await salesData()).equals(before)).toBe(true)
    const { results } = (await ivan.get('/api/loads/')).body
    expect(results.map(({ state }: { state: string }) => state)).toEqual([
      'undone',
      'applied',
      'applied',
    ])
  })

  test('undoes nothing when another load comes before its turn', async () => {
    await load(() => {})
    const { id } = (await undoable()).load
    expect((await undo(id)).status).toBe(202)
    await portal.pool.query(
      `insert into loads (state, file_name, file_hash) values ('applied', 'otra.ndjson', 'x')`,
    )
    await portal.sentEmails()
    expect((await ivan.get(`/api/loads/${id}/`)).body.state).toBe('applied')
    const { rows } = await portal.pool.query('select from loads where undo_asked_at is not null')
    expect(rows).toEqual([])
  })

  test('says before what does not come back', async () => {
    await load((sales) => {
      sales.push({
        ...structuredClone(sales[0]),
        code: 'V-9',
        venta: { ...sales[0].venta, cliente_rut: '7654321-6' },
      })
    })
    expect(await undoable()).toMatchObject({
      accounts: { created: 1, invited: 0 },
      requests_on_added: 0,
      documents_on_added: 0,
      accesses_on_added: 0,
      orders_on_added: 0,
      deleted_sample: { procedures: expect.any(Number) },
    })
  })

  test('needs the password again, and works for one load only (§12.157)', async () => {
    await load(() => {})
    const { id } = (await undoable()).load
    await ageAuthentication(portal.db, 'ivan')
    const late = await undo(id)
    expect([late.status, late.headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
    ivan = await portal.as('ivan')
    expect((await undo(id, ivan)).status).toBe(202)
    await portal.sentEmails()
    const again = await undo(id, ivan)
    expect([again.status, again.headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
  })

  test('is for staff who may load', async () => {
    await load(() => {})
    const { id } = (await undoable()).load
    for (const [person, status] of await peopleWhoMayNotLoad(portal)) {
      expect((await undo(id, person)).status).toBe(status)
      for (const path of [
        '',
        'changes/',
        'rejects/',
        'rejects.csv',
        'findings/',
        'findings.csv',
        'undo/',
      ]) {
        if (path !== 'undo/')
          expect((await person.get(`/api/loads/${id}/${path}`)).status).toBe(status)
      }
      expect((await person.get(`/api/loads/${id}/figures/?sale=V-1001`)).status).toBe(status)
      expect((await person.get('/api/loads/')).status).toBe(status)
      expect((await person.get('/api/loads/undoable/')).status).toBe(status)
    }
    expect((await undoable()).load.id).toBe(id)
  })
})

test('figures of a sale are an audited read of its holder (security 7.41)', async () => {
  await load(() => {})
  await load(([rosa]) => {
    rosa.compromiso.resumen.deuda = '1.5'
  }, '2026-11-22T06:00:00-03:00')
  const { id } = (await undoable()).load
  expect((await ivan.get(`/api/loads/${id}/figures/?sale=V-1001`)).status).toBe(200)
  expect((await ivan.get(`/api/loads/${id}/figures/?sale=V-2001`)).status).toBe(404)
  const { body } = await (await portal.as('rosa')).get('/api/client/accesses/')
  expect(body.results[0]).toMatchObject({ who: expect.stringContaining('Iván') })
})

describe('figures of Iván’s own purchase are closed to him, and open to who else loads (security 5.930)', () => {
  const { rut } = personas.ivan
  const figuresOf = async (loadId: number, by: Visitor) => {
    const { status, body } = await by.get(`/api/loads/${loadId}/figures/?sale=V-1001`)
    return [status, status === 403 ? body : '']
  }
  const refused = [403, ownSaleRefusal.text]

  const buys: Record<string, (sale: ExportedSale) => void> = {
    holder: (sale) => {
      sale.venta.cliente_rut = rut
    },
    'co-holder': (sale) => {
      sale.venta.clienteco_rut = rut
    },
  }

  test.each(Object.entries(buys))(
    'as its %s, before, during and after the load',
    async (_, buy) => {
      await load(() => {})
      await portal.pool.query(
        `insert into user_groups (user_id, group_id)
       select users.id, groups.id from users, groups
       where users.first_name = 'Mario' and groups.name = 'Contabilidad'`,
      )
      const mario = await portal.as('mario')
      const later = exportWith(([rosa]) => buy(rosa), '2026-11-22T06:00:00-03:00')
      const { id, load: tried } = await checkedExport(portal, ivan, later)
      expect(await figuresOf(tried.id, ivan)).toEqual(refused)
      expect(await figuresOf(tried.id, mario)).toEqual([200, ''])
      await ivan.post(`/api/import-uploads/${id}/apply/`)
      await portal.sentEmails()
      const applied = (await undoable()).load.id
      expect(await figuresOf(applied, ivan)).toEqual(refused)
      // It was his.
      await load(([rosa]) => {
        rosa.compromiso.resumen.deuda = '1.5'
      }, '2026-11-23T06:00:00-03:00')
      expect(await figuresOf((await undoable()).load.id, ivan)).toEqual(refused)
    },
  )
})

test('figures of a sale that passed from Rosa to Hernán are a read of both (security 13.141)', async () => {
  await load(() => {})
  await load(([rosa, hernan]) => {
    rosa.venta.cliente_rut = hernan.venta.cliente_rut
  }, '2026-11-22T06:00:00-03:00')
  const { id } = (await undoable()).load
  expect((await ivan.get(`/api/loads/${id}/figures/?sale=V-1001`)).status).toBe(200)
  for (const name of ['rosa', 'hernan'] as const) {
    const { body } = await (await portal.as(name)).get('/api/client/accesses/')
    expect(body.results).toMatchObject([{ who: expect.stringContaining('Iván') }])
  }
})

test('contradictory figures that Iván reads are in the audit log, where there are any (security 13.141)', async () => {
  await load(([rosa]) => {
    rosa.compromiso.resumen.deuda = '1.5'
  })
  const read = async (id: number) => {
    const { rows: before } = await portal.pool.query('select max(id) as id from audit_entries')
    await ivan.get(`/api/loads/${id}/findings/`)
    const { rows } = await portal.pool.query(
      'select action, object_type, object_id from audit_entries where id > $1',
      [before[0].id],
    )
    return rows
  }
  const { id } = (await undoable()).load
  expect(await read(id)).toEqual([
    { action: 'member.listed', object_type: 'load', object_id: String(id) },
  ])
  await load(() => {}, '2026-11-22T06:00:00-03:00')
  expect(await read((await undoable()).load.id)).toEqual([])
})

test('rejects are listed, and downloaded as CSV without formulas (§12.156)', async () => {
  const { load: refused } = await checkedExport(
    portal,
    ivan,
    exportWith(([rosa]) => {
      rosa.venta.cliente_rut = '=1-1'
    }),
  )
  const { body } = await ivan.get(`/api/loads/${refused.id}/rejects/`)
  expect(body.results).toEqual([
    {
      file: '',
      line: 2,
      sale: 'V-1001',
      holder: 'Rosa Muñoz Sepúlveda',
      home: 'Casa 24',
      field: 'venta.cliente_rut',
      value: '=1-1',
      reason: 'no es un rut válido',
    },
  ])
  const csv = await ivan.get(`/api/loads/${refused.id}/rejects.csv`)
  expect(csv.headers['content-disposition']).toContain(`ventas-rechazadas-${refused.id}.csv`)
  expect(csv.bytes.toString('utf8')).toBe(
    "\uFEFFArchivo;Línea;Venta;Campo;Valor;Motivo;Socio;Propiedad;Qué corregir\r\n;2;V-1001;venta.cliente_rut;'=1-1;no es un rut válido;Rosa Muñoz Sepúlveda;Casa 24;Titular · Rut · «=1-1»: se espera un rut con su dígito verificador, como 12.345.678-5\r\n",
  )
})

test('Iván, who sold Rosa’s purchase, reads no value of it among rejects and findings, nor in their files (security 5.947)', async () => {
  const { load: tried } = await checkedExport(
    portal,
    ivan,
    exportWith(([rosa]) => {
      rosa.venta.cliente_renta = 'un secreto'
    }),
  )
  await portal.pool.query(
    `insert into load_findings (load_id, sale_code, code, stated, computed)
      values ($1, 'V-1001', 'debt', '987.5', '987.6')`,
    [tried.id],
  )
  const read = async () => {
    const paths = ['rejects/', 'findings/', 'rejects.csv', 'findings.csv']
    const answers = []
    for (const path of paths) {
      const { bytes } = await ivan.get(`/api/loads/${tried.id}/${path}`)
      answers.push(bytes.toString('utf8'))
    }
    return answers
  }
  for (const text of await read()) expect(text).toMatch(/un secreto|987[.,]5/)
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut)
      select id, replace($1, '-', '') from sales where code = 'V-1001'`,
    [personas.ivan.rut],
  )
  for (const text of await read()) {
    expect(text).toContain('V-1001')
    expect(text).toContain('•••')
    expect(text).not.toMatch(/un secreto|987/)
  }
})

test('rejects are counted by cause for the whole load, and listed by it (§12.2350)', async () => {
  const { load: refused } = await checkedExport(
    portal,
    ivan,
    exportWith(([rosa, hernan]: ExportedSale[]) => {
      for (const place of [3, 5]) {
        rosa.estado_de_pago['Cuotas mensuales'].cuotas[place].fecha_vencimiento = '2026-13-45'
      }
      hernan.venta.cliente_rut = '1-1'
    }),
  )
  const read = async (query: object) =>
    (await ivan.get(`/api/loads/${refused.id}/rejects/?${new URLSearchParams({ ...query })}`)).body
  const date = {
    file: '',
    field: 'estado_de_pago.Cuotas mensuales.cuotas[].fecha_vencimiento',
    reason: 'no es una fecha',
  }
  const rut = { file: '', field: 'venta.cliente_rut', reason: 'no es un rut válido' }
  const causes = [
    { ...date, count: 2 },
    { ...rut, count: 1 },
  ]
  const all = await read({ pageSize: '1' })
  expect(all).toMatchObject({ causes, lastPage: 3 })
  const dates = await read({ pageSize: '1', ...date })
  expect(dates).toMatchObject({ causes, lastPage: 2, results: [{ sale: 'V-1001' }] })
  expect((await read(rut)).results).toMatchObject([{ sale: 'V-2001' }])
})

test('a refused load is compared like an accepted one, by person and home, and its findings are downloaded (§12.1371, §12.2442)', async () => {
  const wrongDate = ([rosa, hernan]: ExportedSale[]) => {
    rosa.estado_de_pago['Cuotas mensuales'].cuotas[3].fecha_vencimiento = '2026-13-45'
    hernan.compromiso.resumen.deuda = '1.5'
    hernan.venta.cliente_direccion = 'Otra calle 5'
    hernan.estado_de_pago['Cuotas mensuales'].cuotas[1].fecha_vencimiento = '2030-02-01'
  }
  const { state, load: refused } = await checkedExport(portal, ivan, exportWith(wrongDate))
  expect(state).toBe('refused')
  expect(refused).toMatchObject({
    ...{ refusal_code: 'too_many_rejects', changed: 1, rejected: 1 },
    ...{ findings: expect.any(Number), withdrawn: 0 },
  })
  expect(refused.findings).toBeGreaterThan(0)
  const read = async (list: string) =>
    (await ivan.get(`/api/loads/${refused.id}/${list}`)).body.results
  expect((await read('rejects/')).map(rejectSentence)).toEqual([
    'Cuota 4 · Vencimiento · «2026-13-45»: se espera una fecha como 2026-12-31',
  ])
  const named = { sale: 'V-2001', holder: 'Hernán Soto Aguayo', home: 'Casa pareada 7' }
  expect(await read('changes/')).toMatchObject([{ ...named, is_comparable: true }])
  const findings = await read('findings/')
  expect(findings).toContainEqual(expect.objectContaining(named))
  const csv = await ivan.get(`/api/loads/${refused.id}/findings.csv`)
  expect(csv.headers['content-disposition']).toContain(`hallazgos-${refused.id}.csv`)
  const lines = csv.bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(findings.length + 1)
  expect(lines[0]).toBe('Venta;Socio;Propiedad;Qué no cuadra;Detalle')
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^V-2001;Hernán Soto Aguayo;Casa pareada 7;Deuda y saldos de las cuotas;La deuda del resumen es UF.1,50 y /,
    ),
  )
  const { body } = await ivan.get(`/api/loads/${refused.id}/figures/?sale=V-2001`)
  const changed = body.figures.filter((figure: ExportedSale) => figure.is_changed)
  expect(changed.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Deuda de la reserva', 'Titular: dirección', 'Cuota 2: vencimiento']),
  )
})

test('an older export is refused before its sales are read (§12.1371)', async () => {
  await load(() => {})
  const { load: refused } = await checkedExport(
    portal,
    ivan,
    exportWith(() => {}, '2026-11-19T06:00:00-03:00'),
  )
  expect(isUnread(refused.refusal_code)).toBe(true)
})
