import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { between, readCsv } from '../../test/statements/read-statement.ts'
import { addressOf, csvOf, loadRosa, pdfOf, titles } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

describe('the CSV', () => {
  test('is UTF-8 with semicolons for Excel, with CRLF to the end', async () => {
    const { bytes } = await rosa.get(addressOf('V-1001', 'csv'))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString('utf8').slice(1)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toContain('Cooperativa;Cooperativa Vista al Biobío;;;\r\n')
    expect(readCsv(text).slice(0, 6)).toEqual([
      ['Estado de Cuenta', '', '', '', ''],
      ['Cooperativa', 'Cooperativa Vista al Biobío', '', '', ''],
      ['Compra', 'V-1001', '', '', ''],
      ['Proyecto', 'Altos de Tumbes', '', '', ''],
      ['Condominio', 'Condominio Los Boldos', '', '', ''],
      ['Actualizado al', '20-11-2026 06:00', '', '', ''],
    ])
  })

  test('has no formulas: such a text is escaped, a negative number stays a number (security 9.5)', async () => {
    const other = await openPortalForTest({})
    const formulas = ['=cmd|"/c calc"!A1', '+1+1', '-1+1', '@SUM(A1)', '＝1', '-', '-1-2']
    await loadRosa(other, (sale) => {
      sale.venta.cliente_nombre_completo = '=SUMA(A1;A2)'
      sale.pagos = formulas.map((text, i) => ({
        key: i + 1,
        monto_uf: -1234.5,
        fecha_deposito: '2026-01-02',
        tipo_doc_descripcion: text,
        ficha_pago: '',
      }))
    })
    const rows = await csvOf(await other.as('rosa'), 'V-1001')
    expect(between(rows, titles[0], titles[1])[0]?.[1]).toBe("'=SUMA(A1;A2)")
    const payments = between(rows, titles[5], null).slice(1, -2)
    expect(payments.map((row) => row[3])).toEqual(formulas.map((text) => `'${text}`))
    expect(new Set(payments.map((row) => row[1]))).toEqual(new Set(['-1234,50']))
  })

  test('has plain numbers: neither dots, signs nor units (§10.80)', async () => {
    const other = await openPortalForTest({})
    await loadRosa(other, (sale) => {
      Object.assign(sale.compromiso['Cuotas mensuales'], {
        compromiso: 1234567.891,
        compromiso_pesos: 45123456789,
        compromiso_porcentaje: 0.1255,
      })
    })
    const rows = await csvOf(await other.as('rosa'), 'V-1001')
    expect(rows).toContainEqual([expect.any(String), '05-01-2024', '45123456789', '1234567,89', ''])
    expect(rows).toContainEqual(['Porcentaje del saldo de la reserva', '12,6', '%', '', ''])
    // The plan contradicts its instalments, so the row says that it is under review.
    const agreed = rows.find(([label]) => label?.startsWith('Total Reserva Pactada'))
    expect(agreed?.slice(1, 3)).toEqual(['1234567,89', 'UF'])
  })

  test('and the PDF call paid what accounting calls paid, though it sends no balance (§12.710)', async () => {
    const other = await openPortalForTest({})
    await loadRosa(other, (sale) => {
      const { cuotas } = sale.estado_de_pago['Cuotas mensuales']
      Object.assign(cuotas[0], { monto_uf_saldo: null, estado: 'Pagada' })
    })
    const rosa = await other.as('rosa')
    const paid = ['05-01-2024', '7,35', '7,35', '0,00', 'Pagada']
    expect(await csvOf(rosa, 'V-1001')).toContainEqual(paid)
    expect((await pdfOf(rosa, 'V-1001')).rows).toContainEqual(paid)
  })

  test('and the PDF say what a payment covers and what covers nothing yet, where accounting does (§12.40, §12.174)', async () => {
    const other = await openPortalForTest({})
    await loadRosa(other, (sale) => {
      sale.pagos[3].cuotas = '3, 4'
      Object.assign(sale.pagos[5], { cuotas: null, monto_uf_por_imputar: 1.25 })
    })
    const rosa = await other.as('rosa')
    const rows = await csvOf(rosa, 'V-1001')
    expect(rows).toContainEqual(['Por imputar', '1,25', 'UF', '', ''])
    const forms = between(rows, titles[5], null).map((row) => row[3])
    expect(forms.slice(4, 7)).toEqual([
      'PAC · Cuotas del 05-03-2024 y 05-04-2024',
      'PAC · Cuota del 05-04-2024',
      'PAC · Por imputar UF\u00a01,25',
    ])
    const { rows: lines } = await pdfOf(rosa, 'V-1001')
    expect(lines).toContainEqual(['Por imputar', 'UF 1,25'])
    expect(lines.flat()).toContain('PAC · Por imputar UF 1,25')
    expect((await csvOf(await portal.as('hernan'), 'V-2001')).flat().join()).not.toMatch(
      /Por imputar|Cuota del/,
    )
  })

  test('has no folio', async () => {
    expect((await csvOf(rosa, 'V-1001')).flat().join(' ')).not.toContain('EC-')
  })
})
