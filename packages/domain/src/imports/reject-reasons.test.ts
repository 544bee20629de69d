import { expect, test } from 'vitest'
import { rejectCause, rejectSentence } from './reject-reasons.ts'

test.each([
  [
    { field: 'estado_de_pago.Cuotas mensuales.cuotas[3].fecha_vencimiento', value: '2026-13-45' },
    'no es una fecha',
    'Cuota 4 · Vencimiento · «2026-13-45»: se espera una fecha como 2026-12-31',
  ],
  [
    { field: 'pagos[0].fecha_deposito', value: '31/02/2026' },
    'no es una fecha',
    'Pago 1 · Fecha de depósito · «31/02/2026»: se espera una fecha como 31-12-2026',
  ],
  [
    { field: 'venta.cliente_rut', value: '12345678-4' },
    'no es un rut válido',
    'Titular · Rut · «12345678-4»: se espera un rut con su dígito verificador, como 12.345.678-5',
  ],
  [
    { field: 'compromiso.Cuotas mensuales.compromiso_pagado_porcentaje', value: '34' },
    'no está entre 0 y 1',
    'Cuotas mensuales · Porcentaje pagado · «34»: se espera una fracción de 0 a 1: el 5 % es 0,05',
  ],
  [{ field: 'venta.propiedad1_lote', value: '' }, 'falta', 'Propiedad 2 · Lote: falta'],
  [
    { field: 'seguimiento.fecha_borrador', value: 'ayer' },
    'no es una fecha',
    'Escritura · Borrador · «ayer»: se espera una fecha como 31-12-2026',
  ],
  [
    { file: 'Cuotas.csv', field: 'monto_uf', value: '1.798' },
    'no se sabe si separa miles o decimales',
    'Cuota · Monto · «1.798»: se espera un número sin separar los miles: 1798',
  ],
  [
    { field: '', value: '{' },
    'la línea no es JSON en UTF-8',
    'Línea del archivo · «{»: la línea no es JSON en UTF-8',
  ],
])('the office reads of %o what to correct (§12.1370)', (broken, reason, sentence) => {
  expect(rejectSentence({ file: '', ...broken, reason })).toBe(sentence)
})

test.each([
  ['', 'estado_de_pago.Cuotas mensuales.cuotas[].fecha_vencimiento', 'Cuota · Vencimiento'],
  ['', 'pagos[]', 'Pago'],
  ['Cuotas.csv', 'monto_uf', 'Cuota · Monto'],
])('a cause is named without its place: %s %s (§12.2350)', (file, field, name) => {
  expect(rejectCause({ file, field, reason: 'no es válido' })).toBe(`${name}: no es válido`)
})
