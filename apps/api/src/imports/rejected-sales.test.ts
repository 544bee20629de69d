import { describe, expect, test } from 'vitest'
import { openImports, rosa, type Sale, sample } from '../../test/imports.ts'
import { many, sql } from '../db/query.ts'

const { db, load, tables, value } = openImports()

describe('a bad sale is reported and its last good version stays (§10.84, security 12.8)', () => {
  const bad: [string, (sale: Sale) => void, string, string][] = [
    [
      'a holder’s rut',
      (s) => (s.venta.cliente_rut = '12345678-4'),
      'venta.cliente_rut',
      'no es un rut válido',
    ],
    ['a date', (s) => (s.venta.fecha_real = '2026-02-30'), 'venta.fecha_real', 'no es una fecha'],
    ['an amount', (s) => (s.pagos[2].monto_uf = '7,35'), 'pagos[2].monto_uf', 'no es un número'],
    [
      'a fifth decimal',
      (s) => (s.pagos[0].monto_uf = '7.35001'),
      'pagos[0].monto_uf',
      'tiene más de 4 decimales (UF)',
    ],
    [
      'a fifth decimal of a peso',
      (s) => (s.venta.cliente_renta = '100.50001'),
      'venta.cliente_renta',
      'tiene más de 4 decimales (pesos)',
    ],
    [
      'a huge amount',
      (s) => (s.venta.precio_venta = '12345678901'),
      'venta.precio_venta',
      'es demasiado grande',
    ],
    [
      'an amount with countless zeros',
      (s) => (s.venta.precio_venta = `0.${'0'.repeat(1_000_000)}10`),
      'venta.precio_venta',
      'tiene más de 4 decimales (UF)',
    ],
    [
      'a percentage',
      (s) => (s.compromiso.Reserva.compromiso_porcentaje = 2),
      'compromiso.Reserva.compromiso_porcentaje',
      'no está entre 0 y 1',
    ],
    [
      'a negative percentage',
      (s) => (s.compromiso.Reserva.compromiso_porcentaje = -0.1),
      'compromiso.Reserva.compromiso_porcentaje',
      'no está entre 0 y 1',
    ],
    [
      'a long text',
      (s) => (s.venta.cliente_direccion = 'a'.repeat(501)),
      'venta.cliente_direccion',
      'tiene más de 500 caracteres',
    ],
    [
      'a control character',
      (s) => (s.venta.cliente_fono = 'a\u0000b'),
      'venta.cliente_fono',
      'tiene caracteres de control',
    ],
    [
      'a receipt link',
      (s) => (s.pagos[0].ficha_pago = 'javascript:alert(1)'),
      'pagos[0].ficha_pago',
      'no es un enlace http(s)',
    ],
    [
      'a repeated payment',
      (s) => (s.pagos[1].key = s.pagos[0].key),
      'pagos[1].key',
      'está repetido',
    ],
    [
      'the instalments of a payment',
      (s) => (s.pagos[1].cuotas = [1, 'dos']),
      'pagos[1].cuotas',
      'no es una lista de números de cuotas',
    ],
    [
      'a list for a text',
      (s) => (s.venta.cliente_nombres = ['Rosa']),
      'venta.cliente_nombres',
      'no es un texto',
    ],
    [
      'a lone surrogate',
      (s) => (s.venta.cliente_fono = '\ud800'),
      'venta.cliente_fono',
      'tiene caracteres de control',
    ],
    [
      'a repeated payment with a blank',
      (s) => (s.pagos[1].key = ` ${s.pagos[0].key}`),
      'pagos[1].key',
      'está repetido',
    ],
    [
      'a rut that is too long',
      (s) => (s.venta.cliente_rut = '12345678901234-4'),
      'venta.cliente_rut',
      'no es un rut válido',
    ],
    ['no section of the sale', (s) => delete s.venta, 'venta', 'falta'],
  ]
  test.each(bad)('%s', async (_name, change, field, reason) => {
    await load(sample)
    const before = await tables()
    const spoilt = rosa(change)
    const { refusal, rejects, counts } = await load([spoilt, ...sample.slice(1)])
    expect(refusal).toBeNull()
    expect(counts).toMatchObject({ bad: 1, changed: 0, unchanged: 8 })
    expect(rejects).toContainEqual({
      file: '',
      line: 2,
      saleCode: 'V-1001',
      field,
      reason,
      value: expect.any(String),
    })
    const { loads: _before, ...rowsBefore } = before
    const { loads: _after, ...rowsAfter } = await tables()
    expect(rowsAfter).toEqual(rowsBefore)
  })

  test('a name with another line, an address or too many characters is one (security 9.16)', async () => {
    const { rejects } = await load([
      rosa(({ venta }) => {
        venta.cliente_nombre_completo = 'Rosa\u2028Tu cuenta fue bloqueada'
        venta.clienteco_nombre_completo = 'Gana en premios.example'
        venta.cliente_nombres = 'a'.repeat(201)
      }),
    ])
    expect(rejects.map(({ field, reason }) => [field, reason])).toEqual([
      ['venta.cliente_nombre_completo', 'tiene caracteres de control o invisibles'],
      ['venta.cliente_nombres', 'tiene más de 200 caracteres'],
      ['venta.clienteco_nombre_completo', 'parece un correo o una dirección de internet'],
    ])
  })

  test('every broken rule is reported, and stored with the load', async () => {
    const { rejects } = await load([
      rosa((sale) => {
        sale.venta.cliente_rut = ''
        sale.venta.precio_venta = 'mucho'
      }),
    ])
    expect(rejects.map(({ field }) => field)).toEqual(['venta.cliente_rut', 'venta.precio_venta'])
    expect(await value(sql`select count(*)::int as value from load_rejects`)).toBe(2)
  })

  test('an invalid code is reported without the code', async () => {
    for (const code of ['V-\u0000', 'V'.repeat(20_000), '']) {
      const { rejects } = await load([rosa((sale) => (sale.code = code)), sample[1]])
      expect(rejects[0]).toMatchObject({ saleCode: null, field: 'code' })
    }
  })

  test('a NUL inside the code of a damaged line spoils that line only (security 10.66)', async () => {
    const { refusal, rejects } = await load(['{"code":"V-\0","venta":{}}', sample[1]])
    expect(refusal).toBeNull()
    expect(rejects).toMatchObject([
      { line: 2, saleCode: null, reason: 'la línea no es JSON en UTF-8' },
    ])
  })

  test('an email address that cannot be read is left out; of several the first counts (§12.951)', async () => {
    await load([
      rosa((sale) => (sale.venta.cliente_email = 'a@x.cl; b@y.cl')),
      { ...sample[1], venta: { ...sample[1].venta, cliente_email: 'hernan@' } },
    ])
    const rows = await many(db(), sql`select distinct email from users order by email`)
    expect(rows).toEqual([{ email: '' }, { email: 'a@x.cl' }])
  })

  test('a repeated code rejects both lines', async () => {
    await load([sample[0]])
    const twin = rosa((sale) => (sale.venta.proyecto_descripcion = 'Otro'))
    const { rejects, counts } = await load([twin, sample[0], sample[1]])
    expect(counts).toMatchObject({ bad: 2, added: 1, changed: 0 })
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'está repetido'],
      [3, 'está repetido'],
    ])
  })

  test('a line without JSON is a bad sale, and no sale is withdrawn (§10.90)', async () => {
    await load(sample)
    const { rejects, withdrawn } = await load([...sample.slice(1), '{"code":"V-10'])
    expect(rejects).toMatchObject([
      { line: 10, saleCode: null, reason: 'la línea no es JSON en UTF-8' },
    ])
    expect(withdrawn).toBe(0)
    expect(
      await value(sql`select count(*)::int as value from sales where withdrawn_at is not null`),
    ).toBe(0)
  })
})
