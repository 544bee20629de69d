import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definitions } from '@carpeta/contract/statements/statements-schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonaName } from '../../seeds/personas.ts'
import { expectedStatement } from '../../test/expected-statement.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { between, readCsv, readPdf } from '../../test/read-statement.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { importSales } from '../imports/import-sales.ts'

const exported = readFileSync(new URL('../../seeds/sample-export.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))

type Exported = (typeof exported)[number]

const visible: [code: string, name: PersonaName][] = [
  ['V-1001', 'rosa'],
  ['V-2001', 'hernan'],
  ['V-2002', 'hernan'],
  ['V-2003', 'hernan'],
  ['V-5001', 'pia'],
  ['V-6001', 'bruno'],
  ['V-7001', 'losRobles'],
]

const titles = [
  '1. IDENTIFICACIÓN DEL SOCIO',
  '2. IDENTIFICACIÓN DE LA PROPIEDAD',
  '3. COMPROMISO DE PAGO DE RESERVA',
  '4. PLAN DE PAGOS DE RESERVA',
  '5. CUOTAS',
  '6. PAGOS',
] as const

const FOLIO = /^EC(-[2-9A-HJ-NP-Z]{4}){3}$/

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

const addressOf = (code: string, format: string) =>
  `/api/sales/${encodeURIComponent(code)}/statement.${format}`

async function pdfOf(person: Visitor, code: string) {
  const { status, bytes } = await person.get(addressOf(code, 'pdf'))
  expect(status).toBe(200)
  return readPdf(bytes)
}

async function csvOf(person: Visitor, code: string): Promise<string[][]> {
  const { status, bytes } = await person.get(addressOf(code, 'csv'))
  expect(status).toBe(200)
  return readCsv(bytes.toString('utf8').slice(1))
}

async function folioOf(person: Visitor, code = 'V-1001'): Promise<string> {
  const { title } = await pdfOf(person, code)
  const folio = title.split(' ').at(-1) ?? ''
  expect(folio).toMatch(FOLIO)
  return folio
}

/** Loads a changed sale of Rosa as accounting's next export. */
async function loadRosa(
  { db }: Portal,
  change: (sale: Exported) => void,
  corte = '2026-11-25T06:00:00-03:00',
) {
  const sale = structuredClone(exported[0])
  change(sale)
  const path = join(mkdtempSync(join(tmpdir(), 'carpeta-statement-')), 'export.ndjson')
  writeFileSync(path, `${JSON.stringify({ corte, ventas: 1 })}\n${JSON.stringify(sale)}\n`)
  const result = await importSales(db, path, { maxRejectsPercent: 0, force: true })
  expect(result).toMatchObject({ refusal: null, rejects: [] })
}

describe.each(['pdf', 'csv'])('GET /api/sales/{code}/statement.%s', (format) => {
  test('an anonymous visitor gets 401, staff who are no clients 403', async () => {
    expect((await portal.visitor().get(addressOf('V-1001', format))).status).toBe(401)
    expect((await (await portal.as('carla')).get(addressOf('V-1001', format))).status).toBe(403)
  })

  test('another’s sale is not found, like one that does not exist', async () => {
    for (const code of ['V-2001', 'V-9999', '', ' V-1001', 'v-1001', '%', "' or 1=1", '\u0000']) {
      expect((await rosa.get(addressOf(code, format))).status, code).toBe(404)
    }
    const hernan = await portal.as('hernan')
    expect((await hernan.get(addressOf('V-1001', format))).status).toBe(404)
  })

  test('neither is an unapproved or withdrawn one', async () => {
    const elena = await portal.as('elena')
    expect((await elena.get(addressOf('V-3001', format))).status).toBe(404)
    const { db, as } = await openPortalForTest({})
    await exec(db, sql`update sales set withdrawn_at = now() where code = 'V-1001'`)
    expect((await (await as('rosa')).get(addressOf('V-1001', format))).status).toBe(404)
  })

  test('it is saved under a telling name, neither shown nor cached by the browser', async () => {
    const { headers } = await rosa.get(addressOf('V-1001', format))
    const name = `estado-de-cuenta-V-1001-2026-11-20.${format}`
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    )
    expect(headers).toMatchObject({
      'content-type': format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('any code is a safe file name and header', async () => {
    const other = await openPortalForTest({})
    const code = `Ñ/1 "a"; filename=x.exe ${'ü'.repeat(70)}`
    await loadRosa(other, (sale) => {
      sale.code = code
    })
    const { status, headers } = await (await other.as('rosa')).get(addressOf(code, format))
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(
      new RegExp(
        `^attachment; filename="estado-de-cuenta-N-1-a-filename-x.exe-u+-2026-11-25.${format}"; filename\\*=UTF-8''[\\w.%-]+$`,
      ),
    )
  })

  test('sixty in a quarter of an hour are the limit', async () => {
    const { as } = await openPortalForTest({})
    const hernan = await as('hernan')
    // An unknown sale counts too, and is faster.
    for (let i = 0; i < 60; i++) await hernan.get(addressOf('V-9999', format))
    expect(await hernan.get(addressOf('V-2001', format))).toMatchObject({
      status: 429,
      body: expect.stringContaining('Demasiados intentos'),
    })
    expect((await (await as('rosa')).get(addressOf('V-1001', format))).status).toBe(200)
  })

  test('the audit log has the download', async () => {
    await rosa.get(addressOf('V-1001', format))
    const rows = await many(
      portal.db,
      sql`select action, object_type, object_id, after, actor_id = subject_id as by_herself
      from audit_entries order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      action: 'statement.issued',
      objectType: 'sale',
      objectId: 'V-1001',
      after: format === 'pdf' ? { format, folio: expect.stringMatching(FOLIO) } : { format },
      byHerself: true,
    })
  })
})

describe('the figures are accounting’s', () => {
  const [member, properties, commitments, plan, instalments, payments] = titles

  test.each(visible)('of %s, in the PDF of %s', async (code, name) => {
    const expected = expectedStatement(exported.find((sale) => sale.code === code))
    const { rows, links } = await pdfOf(await portal.as(name), code)
    const dashed = (row: (string | null)[]) => row.map((cell) => cell ?? '-')
    const section = (from: string, to: string | null) => between(rows, from, to)

    expect(section(member, properties)).toEqual([
      ['Nombre', 'Rut', 'Representante legal'],
      dashed(expected.member),
    ])
    expect(section(properties, commitments)).toEqual([
      ['Tipo', 'Lote', 'Modelo'],
      ...expected.properties.map(dashed),
    ])
    expect(section(commitments, plan)).toEqual([
      ['Forma de Pago', 'Fecha', 'Monto Pesos', 'Monto UF'],
      ...expected.commitments.flatMap(({ row, documentType }) => [dashed(row), [documentType]]),
    ])
    const [count, debt, firstDue, share] = dashed(expected.plan)
    expect(section(plan, instalments)).toEqual([
      [
        'Número de cuotas',
        'Saldo de reserva pendiente',
        'Fecha de la primera cuota',
        'Porcentaje del saldo de reserva',
      ],
      [count, `UF ${debt}`, firstDue, share],
    ])
    const [agreed, paid, paidShare, balance] = dashed(expected.totals)
    const heads = ['Vencimiento', 'Valor Cuota UF', 'Monto pagado UF', 'Saldo UF', 'Estado']
    expect(withoutHeads(section(instalments, payments), heads)).toEqual([
      ...expected.instalments.map(dashed),
      ['Total Reserva Pactada', `UF ${agreed}`],
      ['Total Pagado en UF', `UF ${paid}`],
      ['Total Pagado en %', paidShare],
      ['Saldo', `UF ${balance}`],
    ])
    const paymentHeads = ['Pago', 'Monto UF', 'Fecha depósito', 'Tipo documento', 'Comprobante']
    const paymentRows = expected.payments.map(({ row, receipt }) => [
      ...dashed(row),
      receipt === null ? '-' : 'Ver comprobante',
    ])
    expect(withoutHeads(section(payments, null), paymentHeads).slice(0, -1)).toEqual(
      paymentRows.length > 0 ? paymentRows : [['Todavía no hay pagos registrados.']],
    )
    expect(links.slice(1)).toEqual(
      expected.payments.flatMap(({ receipt }) => (receipt === null ? [] : [receipt])),
    )
  })

  test.each(visible)('of %s, in the CSV of %s', async (code, name) => {
    const expected = expectedStatement(exported.find((sale) => sale.code === code))
    const rows = await csvOf(await portal.as(name), code)
    const filled = (row: (string | null)[]) =>
      Array.from({ length: 5 }, (_, i) => (row[i] ?? '').replace(/(\d) %/, '$1\u00a0%'))
    const section = (from: string, to: string | null) => between(rows, from, to)
    const facts = (labels: string[], values: (string | null)[]) =>
      labels.map((label, i) =>
        filled([
          label,
          values[i] ?? null,
          / (pendiente|Pactada|UF)$|^Saldo$/.test(label) ? 'UF' : '',
        ]),
      )

    expect(rows.every((row) => row.length === 5)).toBe(true)
    expect(section(member, properties)).toEqual(
      facts(['Nombre', 'Rut', 'Representante legal'], expected.member),
    )
    expect(section(properties, commitments).slice(1)).toEqual(expected.properties.map(filled))
    expect(section(commitments, plan).slice(1)).toEqual(
      expected.commitments.map(({ row: [label, ...rest], documentType }) =>
        filled([`${label}, ${documentType}`, ...rest]),
      ),
    )
    expect(section(plan, instalments)).toEqual(
      facts(
        [
          'Número de cuotas',
          'Saldo de reserva pendiente',
          'Fecha de la primera cuota',
          'Porcentaje del saldo de reserva',
        ],
        expected.plan,
      ),
    )
    expect(section(instalments, payments).slice(1)).toEqual([
      ...expected.instalments.map(filled),
      ...facts(
        ['Total Reserva Pactada', 'Total Pagado en UF', 'Total Pagado en %', 'Saldo'],
        expected.totals,
      ),
    ])
    expect(section(payments, null).slice(1, -2)).toEqual(
      expected.payments.map(({ row, receipt }) => filled([...row, receipt])),
    )
  })
})

function withoutHeads(rows: string[][], heads: string[]): string[][] {
  return rows.filter((row) => row.join() !== heads.join())
}

describe('the PDF', () => {
  test('has its owner, cut-off, folio and contact', async () => {
    const { pages, rows, links, title, language, isTagged } = await pdfOf(rosa, 'V-1001')
    const folio = title.replace('Estado de Cuenta ', '')
    expect(folio).toMatch(FOLIO)
    expect({ language, isTagged }).toEqual({ language: 'es-CL', isTagged: true })
    const text = rows.map((row) => row.join(' ')).join('\n')
    expect(text).toContain('Venta V-1001 · Altos de Tumbes · Condominio Los Boldos')
    expect(text).toContain('Actualizado al 20-11-2026 06:00')
    expect(rows.at(-1)?.join(' ')).toBe(
      'Si encuentras diferencias, comunícate con tu asesor (Patricia Echeverría Roa) o escribe a contacto@vistaalbiobio.example.',
    )
    expect(links[0]).toBe(`http://localhost:8010/verify-statement?folio=${folio}`)
    pages.forEach((page, i) => {
      const words = page.flat().join(' ')
      expect(words).toContain(`Página ${i + 1} de ${pages.length}`)
      expect(words).toContain(folio)
      expect(words).toContain('Los valores que muestra este portal pueden contener errores')
      expect(words).toContain('Cooperativa Vista al Biobío · contacto@vistaalbiobio.example')
      expect(words).toContain('Avenida Colón 1234, Talcahuano, Región del Biobío')
      expect(words).toContain('Actualizado al 20-11-2026 06:00')
    })
  })

  test('has the cooperative’s details from the settings', async () => {
    const { as } = await openPortalForTest({
      COMPANY_NAME: 'Cooperativa de Viviendas y Servicios Habitacionales de la Octava Región',
      CONTACT_EMAIL: 'hola@ocho.example',
      PUBLIC_URL: 'http://socios.una-cooperativa-de-nombre-largo.example/',
    })
    const { pages, links } = await pdfOf(await as('rosa'), 'V-1001')
    const words = pages[0]?.flat().join(' ')
    expect(words).toContain('Cooperativa de Viviendas')
    expect(words).toContain('hola@ocho.example')
    expect(links[0]).toMatch(
      /^http:\/\/socios\.una-cooperativa-de-nombre-largo\.example\/verify-statement\?folio=EC-/,
    )
  })

  test('has a note when accounting’s figures are outdated', async () => {
    const other = await openPortalForTest({})
    const person = await other.as('rosa')
    const hasNote = async () => {
      const { rows } = await pdfOf(person, 'V-1001')
      return rows.flat().join(' ').includes('Los datos tienen más de tres días hábiles.')
    }
    await exec(other.db, sql`update sales set as_of = now()`)
    expect(await hasNote()).toBe(false)
    await exec(other.db, sql`update sales set as_of = now() - interval '30 days'`)
    expect(await hasNote()).toBe(true)
  })

  test('has 200 instalments, each once and on one page, under heads on every page', async () => {
    const other = await openPortalForTest({})
    await loadRosa(other, (sale) => {
      sale.estado_de_pago['Cuotas mensuales'].cuotas = Array.from({ length: 200 }, (_, i) => ({
        fecha_vencimiento: `${2020 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-05`,
        monto_uf: 1_234_567.8949,
        monto_uf_saldo: i,
        estado:
          i % 10 === 0 ? 'Renegociada por acuerdo del consejo de administración' : 'Pendiente',
      }))
    })
    const { pages, rows } = await pdfOf(await other.as('rosa'), 'V-1001')
    const found = between(rows, titles[4], titles[5]).filter(
      ([first = '', ...rest]) => /^\d\d-\d\d-\d{4}$/.test(first) && rest.length === 4,
    )
    expect(found.map(([, , , balance]) => balance)).toEqual(
      Array.from({ length: 200 }, (_, i) => `${i},00`),
    )
    expect(new Set(found.map(([, amount]) => amount))).toEqual(new Set(['1.234.567,89']))
    for (const page of pages.slice(1)) {
      const [, second = []] = page
      if (page.flat().includes('Pendiente')) expect(second[0]).toMatch(/^Vencimiento|5\. CUOTAS$/)
    }
  })

  test('keeps long names, foreign alphabets and markup as they are', async () => {
    const other = await openPortalForTest({})
    const name = 'Maximiliana Esperanza de los Ángeles Müller-Wałęsa Ñancupil Şahin Łódź'
    await loadRosa(other, (sale) => {
      sale.venta.cliente_nombre_completo = name
      sale.venta.cliente_nombre_representante_legal = '<script>alert(1)</script>'
      sale.venta.vendedor_descripcion = 'W'.repeat(500)
      sale.pagos[0].tipo_doc_descripcion = 'W'.repeat(500)
      sale.pagos[0].key = 'W'.repeat(500)
      sale.pagos[1].tipo_doc_descripcion = '漢字 😀 \u202e(no se lee)'
      sale.pagos[2].monto_uf = -5.005
    })
    const { rows } = await pdfOf(await other.as('rosa'), 'V-1001')
    const text = rows.map((row) => row.join(' ')).join(' ')
    for (const word of name.split(' ')) expect(text).toContain(word)
    expect(text).toContain('<script>alert(1)</script>')
    expect(text).toContain('-5,01')
  })

  test('shows a dash for a missing value', async () => {
    const other = await openPortalForTest({})
    await loadRosa(other, (sale) => {
      for (const field of ['cod_tipo_descripcion', 'lote', 'modelo']) {
        sale.venta[`propiedad_${field}`] = ''
      }
      sale.compromiso = {}
      sale.estado_de_pago['Cuotas mensuales'].cuotas = [
        { fecha_vencimiento: '0000-00-00', monto_uf: null, monto_uf_saldo: null, estado: '' },
      ]
      sale.pagos = [
        { key: 1, monto_uf: null, fecha_deposito: '', tipo_doc_descripcion: '', ficha_pago: '' },
      ]
    })
    const { rows } = await pdfOf(await other.as('rosa'), 'V-1001')
    expect(rows).toContainEqual(['La contabilidad no informa propiedades para esta venta.'])
    expect(rows).toContainEqual(['No hay compromisos de pago de reserva.'])
    expect(rows).toContainEqual(['-', '-', '-', '-', 'Por vencer'])
    expect(rows).toContainEqual(['1', '-', '-', '-', '-'])
    expect(rows).toContainEqual(['Saldo', '-'])
    expect(rows.flat().join(' ')).not.toMatch(/NaN|undefined|null/)
  })
})

describe('the CSV', () => {
  test('is UTF-8 for Excel, with CRLF to the end', async () => {
    const { bytes } = await rosa.get(addressOf('V-1001', 'csv'))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString('utf8').slice(1)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(readCsv(text).slice(0, 6)).toEqual([
      ['Estado de Cuenta', '', '', '', ''],
      ['Cooperativa', 'Cooperativa Vista al Biobío', '', '', ''],
      ['Venta', 'V-1001', '', '', ''],
      ['Proyecto', 'Altos de Tumbes', '', '', ''],
      ['Condominio', 'Condominio Los Boldos', '', '', ''],
      ['Actualizado al', '20-11-2026 06:00', '', '', ''],
    ])
  })

  test('has no formulas: such a text is escaped, a negative number stays a number', async () => {
    const other = await openPortalForTest({})
    const formulas = ['=cmd|"/c calc"!A1', '+1+1', '-1+1', '@SUM(A1)', '＝1', '-', '-1-2']
    await loadRosa(other, (sale) => {
      sale.venta.cliente_nombre_completo = '=HYPERLINK("http://evil.example";"ver")'
      sale.pagos = formulas.map((text, i) => ({
        key: i + 1,
        monto_uf: -1234.5,
        fecha_deposito: '2026-01-02',
        tipo_doc_descripcion: text,
        ficha_pago: '',
      }))
    })
    const rows = await csvOf(await other.as('rosa'), 'V-1001')
    expect(between(rows, titles[0], titles[1])[0]?.[1]).toBe(
      '\'=HYPERLINK("http://evil.example";"ver")',
    )
    const payments = between(rows, titles[5], null).slice(1, -2)
    expect(payments.map((row) => row[3])).toEqual(formulas.map((text) => `'${text}`))
    expect(new Set(payments.map((row) => row[1]))).toEqual(new Set(['-1.234,50']))
  })

  test('has no folio', async () => {
    expect((await csvOf(rosa, 'V-1001')).flat().join(' ')).not.toContain('EC-')
  })
})

describe('a folio', () => {
  const check = async (folio: string) => {
    const { status, body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(status).toBe(200)
    return definitions.checkStatement.answer.parse(body)
  }

  test('is one a day for the same figures, also for concurrent calls', async () => {
    const { db, as } = await openPortalForTest({})
    const [first, second] = [await as('rosa'), await as('rosa')]
    const folios = await Promise.all(
      Array.from({ length: 10 }, (_, i) => folioOf(i % 2 ? first : second)),
    )
    expect(new Set(folios).size).toBe(1)
    await exec(db, sql`update issued_statements set issued_on = issued_on - 1`)
    expect(await folioOf(first)).not.toBe(folios[0])
  })

  test('differs for another sale', async () => {
    const hernan = await portal.as('hernan')
    expect(await folioOf(hernan, 'V-2001')).not.toBe(await folioOf(hernan, 'V-2002'))
  })

  test('tells anyone when it was issued and that it is current, and nothing else', async () => {
    const folio = await folioOf(rosa)
    const { body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(body).toEqual({ folio, issued_at: expect.any(String), is_current: true })
    const { rows } = await portal.pool.query(
      `select date_trunc('second', issued_at) as at from issued_statements where folio = $1`,
      [folio],
    )
    expect(Date.parse(body.issued_at.replace(/\.\d+/, ''))).toBe(rows[0].at.getTime())
    expect((await rosa.get(`/api/statements/${folio}/`)).status).toBe(200)
  })

  test('may be typed in lower case, with or without dashes', async () => {
    const folio = await folioOf(rosa)
    const loose = encodeURIComponent(` ${folio.toLowerCase().replaceAll('-', ' ')} `)
    expect(await check(loose)).toMatchObject({ folio, is_current: true })
    expect(await check(folio.replaceAll('-', ''))).toMatchObject({ folio })
  })

  test.each(['EC-2222-2222-2222', 'EC', '%00', '%20', "'", 'x'.repeat(41), 'EC-0000-1111-OOOO'])(
    '%s was never issued',
    async (folio) => {
      const { visitor } = await openPortalForTest({})
      expect((await visitor().get(`/api/statements/${folio}/`)).status).toBe(404)
    },
  )

  test('cannot be guessed', async () => {
    const { visitor, as } = await openPortalForTest({})
    const folio = await folioOf(await as('rosa'))
    const anonymous = visitor()
    for (let i = 0; i < 30; i++) await anonymous.get('/api/statements/EC-2222-2222-2222/')
    for (const tried of ['EC-2222-2222-2222', folio]) {
      expect(await anonymous.get(`/api/statements/${tried}/`)).toMatchObject({
        status: 429,
        body: expect.stringContaining('Demasiados intentos'),
      })
    }
  })

  describe('after the next load', () => {
    const checkAfter = async (change: (sale: Exported) => void) => {
      const other = await openPortalForTest({})
      const folio = await folioOf(await other.as('rosa'))
      await loadRosa(other, change)
      const { body } = await other.visitor().get(`/api/statements/${folio}/`)
      return { ...body, anew: (await folioOf(await other.as('rosa'))) !== folio }
    }

    test('is current while the figures are the same; a new PDF has the new cut-off', async () => {
      expect(await checkAfter(() => {})).toMatchObject({ is_current: true, anew: true })
    })

    test('is replaced when a figure changed', async () => {
      const paid = (sale: Exported) => {
        sale.compromiso['Cuotas mensuales'].compromiso_pagado += 7.35
      }
      expect(await checkAfter(paid)).toMatchObject({ is_current: false, anew: true })
    })
  })

  test.each([
    ['withdrawn', sql`update sales set withdrawn_at = now()`],
    ['deleted', sql`delete from sales`],
  ])('is not current once the sale is %s', async (_, change) => {
    const other = await openPortalForTest({})
    const folio = await folioOf(await other.as('rosa'))
    await exec(other.db, change)
    const { body } = await other.visitor().get(`/api/statements/${folio}/`)
    expect(body).toMatchObject({ folio, is_current: false })
  })
})
