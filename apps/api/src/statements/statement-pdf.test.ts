import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { between } from '../../test/statements/read-statement.ts'
import { readStructure, type Spoken } from '../../test/statements/read-structure.ts'
import {
  addressOf,
  csvOf,
  exported,
  FOLIO,
  loadRosa,
  pdfOf,
  titles,
} from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

describe('the PDF', () => {
  test('has its owner, cut-off, folio and contact', async () => {
    const { pages, rows, links, title, language, isTagged } = await pdfOf(rosa, 'V-1001')
    const folio = title.replace('Estado de Cuenta ', '')
    expect(folio).toMatch(FOLIO)
    expect({ language, isTagged }).toEqual({ language: 'es-CL', isTagged: true })
    const text = rows.map((row) => row.join(' ')).join('\n')
    expect(text).toContain('Compra V-1001 · Altos de Tumbes · Condominio Los Boldos')
    expect(text).toContain('Actualizado al 20-11-2026 06:00')
    expect(rows.at(-1)?.join(' ')).toBe(
      'Si encuentras diferencias, comunícate con tu asesor (Patricia Echeverría Roa) o escribe a contacto@vistaalbiobio.example.',
    )
    expect(links[0]).toBe(`http://localhost:8010/verify-statement?folio=${folio}`)
    pages.forEach((page, i) => {
      const text = page.flat().join(' ')
      expect(text).toContain(`Página ${i + 1} de ${pages.length}`)
      expect(text).toContain(folio)
      expect(text).toContain('Los valores que muestra este portal pueden contener errores')
      expect(text).toContain('Cooperativa Vista al Biobío · contacto@vistaalbiobio.example')
      expect(text).toContain('Avenida Colón 1234, Talcahuano, Región del Biobío')
      expect(text).toContain('Actualizado al 20-11-2026 06:00')
    })
  })

  test('has the cooperative’s details from the settings', async () => {
    const { as } = await openPortalForTest({
      COMPANY_NAME: 'Cooperativa de Viviendas y Servicios Habitacionales de la Octava Región',
      CONTACT_EMAIL: 'hola@ocho.example',
      PUBLIC_URL: 'http://socios.una-cooperativa-de-nombre-largo.example/',
    })
    const { pages, links } = await pdfOf(await as('rosa'), 'V-1001')
    const text = pages[0]?.flat().join(' ')
    expect(text).toContain('Cooperativa de Viviendas')
    expect(text).toContain('hola@ocho.example')
    expect(links[0]).toMatch(
      /^http:\/\/socios\.una-cooperativa-de-nombre-largo\.example\/verify-statement\?folio=EC-/,
    )
  })

  test('and the CSV have a note when accounting’s figures are outdated', async () => {
    const other = await openPortalForTest({})
    const person = await other.as('rosa')
    const haveNote = async () => {
      const rows = [(await pdfOf(person, 'V-1001')).rows, await csvOf(person, 'V-1001')]
      const texts = rows.map((each) => each.flat().join(' '))
      return texts.map((text) => text.includes('Los datos tienen más de tres días hábiles.'))
    }
    await exec(other.db, sql`update sales set as_of = now()`)
    expect(await haveNote()).toEqual([false, false])
    await exec(other.db, sql`update sales set as_of = now() - interval '30 days'`)
    expect(await haveNote()).toEqual([true, true])
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
      if (page.flat().includes('Por vencer')) expect(second[0]).toMatch(/^Vencimiento|5\. CUOTAS$/)
    }
  })

  test('keeps long names, foreign alphabets and markup as they are', async () => {
    const other = await openPortalForTest({})
    const name = 'Maximiliana Esperanza de los Ángeles Müller-Wałęsa Ñancupil Şahin Łódź'
    await loadRosa(other, (sale) => {
      sale.venta.cliente_nombre_completo = name
      sale.venta.cliente_nombre_representante_legal = '<script>alert(1)</script>'
      sale.venta.vendedor_descripcion = 'W'.repeat(200)
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
    expect(rows).toContainEqual(['La contabilidad no informa propiedades para esta compra.'])
    expect(rows).toContainEqual(['No hay compromisos de pago de reserva.'])
    expect(rows).toContainEqual(['-', '-', '-', '-', 'Por vencer'])
    expect(rows).toContainEqual(['1', '-', '-', '-', '-'])
    expect(rows).toContainEqual(['Saldo de la reserva', '-'])
    expect(rows.flat().join(' ')).not.toMatch(/NaN|undefined|null/)
  })
})

describe('to a screen reader, which reads tables over several pages,', () => {
  let file: Buffer
  let spoken: Spoken[]
  let untagged: string[]
  beforeAll(async () => {
    const { bytes } = await rosa.get(addressOf('V-1001', 'pdf'))
    file = bytes
    const structure = await readStructure(file)
    spoken = structure.spoken
    untagged = structure.untagged
  })

  const textsOf = (role: string) =>
    spoken.filter((each) => each.role === role).map(({ text }) => text)

  test('it has a language, and its window shows its title', () => {
    const source = file.toString('latin1')
    expect(source).toContain('/Lang (es-CL)')
    expect(source).toContain('/DisplayDocTitle true')
  })

  test('it is read in the order of the paper: title, sections, closing note (§12.177)', () => {
    expect(textsOf('H1')).toEqual(['Estado de Cuenta'])
    expect(textsOf('H2')).toEqual([...titles])
    const at = (text: string) => spoken.findIndex((each) => each.text.startsWith(text))
    const order = [
      'Cooperativa Vista al Biobío',
      'Estado de Cuenta',
      'Compra V-1001',
      'Folio EC-',
      titles[0],
      'Nombre Rosa Muñoz',
      titles[1],
      'Tipo',
      titles[4],
      'Vencimiento',
      'Total Reserva Pactada',
      titles[5],
      'Si encuentras diferencias',
    ].map(at)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(spoken.at(-1)?.text).toMatch(/^Si encuentras diferencias/)
  })

  test('each table has its heads once, with their scope, and its cells row by row (§12.177)', () => {
    expect(textsOf('TH')).toEqual([
      ...['Tipo', 'Lote', 'Modelo'],
      ...['Forma de Pago', 'Fecha', 'Monto Pesos', 'Monto UF'],
      ...['Vencimiento', 'Valor Cuota UF', 'Monto pagado UF', 'Saldo UF', 'Estado'],
      ...[
        'Total Reserva Pactada',
        'Total Pagado en UF',
        'Total Pagado en %',
        'Saldo de la reserva',
      ],
      ...['Pago', 'Monto UF', 'Fecha depósito', 'Tipo documento', 'Comprobante'],
    ])
    const source = file.toString('latin1')
    expect(source.match(/\/Scope \/Column/g)).toHaveLength(17)
    expect(source.match(/\/Scope \/Row/g)).toHaveLength(4)
    const cells = textsOf('TD')
    // The first date is that of the commitment.
    const first = cells.indexOf('05-01-2024', cells.indexOf('05-01-2024') + 1)
    expect(cells.slice(first, first + 5)).toEqual(['05-01-2024', '7,35', '7,35', '0,00', 'Pagada'])
  })

  test('everything else is decoration: heads and feet of pages, lines, the logo (§12.177)', () => {
    expect(untagged).toEqual([])
    expect(spoken.map(({ text }) => text).join(' ')).not.toMatch(/Página \d de \d/)
  })

  test('the QR code has a description, and each link its own element', () => {
    expect(textsOf('Figure')).toEqual([
      expect.stringMatching(/^Código QR para verificar el folio EC-/),
    ])
    expect(textsOf('Link')).toHaveLength(1 + exported[0].pagos.filter(hasReceipt).length)
  })

  function hasReceipt({ ficha_pago }: { ficha_pago: string }): boolean {
    return ficha_pago !== ''
  }
})
