import { expect, test } from 'vitest'
import { readSale } from './read-sale.ts'

test('a co-holder of whom accounting knows only the given names is one, and is called by them (§12.1001)', () => {
  const { coHolder, holder } = readSale({
    venta: { cliente_nombres: 'Rosa', cliente_nombre_completo: '', clienteco_nombres: 'Luis' },
  })
  expect([holder.fullName, coHolder?.fullName]).toEqual(['Rosa', 'Luis'])
  expect(readSale({ venta: { clienteco_rut: '1-9' } }).coHolder).toBeNull()
})

test('without a main property the card has no other one’s type and lot (§12.1001)', () => {
  const { mainProperty, properties } = readSale({
    venta: { propiedad_lote: '', propiedad1_cod_tipo_descripcion: 'Bodega', propiedad1_lote: '7' },
  })
  expect(mainProperty).toEqual({ type: '', lot: '', model: '' })
  expect(properties).toEqual([{ type: 'Bodega', lot: '7', model: '' }])
})
