import { expect, test } from 'vitest'
import { offlineSales } from './offline-sales.ts'

test('a device stores neither address, income, requests nor deed (security 3.21)', () => {
  const sale = {
    code: 'V-1',
    venta: {
      cliente_nombre_completo: 'Rosa Muñoz Sepúlveda',
      cliente_rut: '12345678-5',
      cliente_direccion: 'Los Aromos 1234',
      cliente_renta: 1_250_000,
      clienteco_email: 'pedro@correo.example',
      asesor: 'Marta Rivas',
    },
    pagos: [{ key: '1' }],
    seguimiento: { borrador: '2026-01-02' },
    requerimientos: [{ respuesta: 'Se acogió.' }],
    actualizado_al: '2026-11-22T12:00:00Z',
  }
  expect(offlineSales([sale])).toEqual([
    {
      code: 'V-1',
      venta: {
        cliente_nombre_completo: 'Rosa Muñoz Sepúlveda',
        cliente_rut: '12345678-5',
        asesor: 'Marta Rivas',
      },
      pagos: [{ key: '1' }],
      actualizado_al: '2026-11-22T12:00:00Z',
    },
  ])
  expect(offlineSales(undefined)).toBeNull()
})

test('nor a sale that somebody else holds, who can take the access back (security 5.76)', () => {
  const shared = { code: 'V-2', compartida: { como: 'co_holder', hasta: '' } }
  expect(offlineSales([{ code: 'V-1' }, shared])).toEqual([{ code: 'V-1' }])
})
