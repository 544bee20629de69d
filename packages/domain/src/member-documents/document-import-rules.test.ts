import { expect, test } from 'vitest'
import {
  documentImportMessages,
  exampleIndex,
  publishedNotice,
  readImportName,
  readIndexRow,
  toldNotice,
} from './document-import-rules.ts'
import { documentCategories, memberDocumentMessages } from './member-document-rules.ts'

test.each([
  [
    'V-1001_deed_Copia legalizada 2026-03-14.pdf',
    ['V-1001', 'deed', 'Copia legalizada', '2026-03-14'],
  ],
  ['V-1001_Escritura_copia_simple.PDF', ['V-1001', 'deed', 'Copia simple', '']],
  ['A 7_planos y especificaciones_Planta.png', ['A 7', 'plans', 'Planta', '']],
  ['V-1_comprobante_Mayo.jpg', ['V-1', 'payments', 'Mayo', '']],
  ['V-1001_pagos_2026-05-05.pdf', ['V-1001', 'payments', 'Pagos', '2026-05-05']],
  ['V-1_otros_Carta.pdf', ['V-1', 'other', 'Carta', '']],
])('the name %s says sale, category, title and date', (name, [code, category, title, date]) => {
  const fields = { code, category, title, date, visible_to_co_holder: false }
  expect(readImportName(name)).toEqual({ fields })
})

test.each([
  ['escritura.pdf', documentImportMessages.name],
  ['V-1001_deed.pdf', documentImportMessages.name],
  ['_deed_Escritura.pdf', documentImportMessages.name],
  ['V-1001_varios_Escritura.pdf', memberDocumentMessages.category],
  [`V-1001_deed_${' '}.pdf`, documentImportMessages.name],
])('the name %s is refused', (name, refusal) => {
  expect(readImportName(name)).toEqual({ refusal })
})

const row = { code: ' V-1001 ', category: 'Pagos', title: 'Recibo', file: 'a.pdf' }

test('a row of the index may leave date and visibility out', () => {
  const fields = { code: 'V-1001', category: 'payments', title: 'Recibo', date: '' }
  expect(readIndexRow(row)).toEqual({ fields: { ...fields, visible_to_co_holder: false } })
  expect(readIndexRow({ ...row, date: '5/1/2026', visible_to_co_holder: 'Sí' })).toEqual({
    fields: { ...fields, date: '2026-01-05', visible_to_co_holder: true },
  })
})

test.each([
  [{ visible_to_co_holder: 'quizás' }, documentImportMessages.flag],
  [{ category: 'varios' }, memberDocumentMessages.category],
  [{ title: '' }, memberDocumentMessages.title],
  [{ date: '31/02/2026' }, memberDocumentMessages.date],
  [{ code: '' }, documentImportMessages.unknownSale],
  // Names that every object has.
  [{ visible_to_co_holder: 'constructor' }, documentImportMessages.flag],
  [{ visible_to_co_holder: '__proto__' }, documentImportMessages.flag],
])('a row with %j is refused (security 9.950)', (change, refusal) => {
  expect(readIndexRow({ ...row, ...change })).toEqual({ refusal })
})

test('one document was published, or several', () => {
  expect(publishedNotice(1)).toBe('Se publicó 1 documento.')
  expect([0, 1200].map(publishedNotice)).toEqual([
    'Se publicaron 0 documentos.',
    'Se publicaron 1.200 documentos.',
  ])
})

test.each([
  [
    [45, { sales: 44, members: 40, byEmail: 38 }],
    '45 documentos nuevos, de 44 ventas, para 40 socios. A 38 les llega un correo; los demás no ven su venta en el portal, no tienen una cuenta activa con correo o no quieren esos correos.',
  ],
  [
    [2, { sales: 2, members: 2, byEmail: 2 }],
    '2 documentos nuevos, de 2 ventas, para 2 socios. A todos les llega un correo.',
  ],
  [
    [1, { sales: 1, members: 1, byEmail: 1 }],
    '1 documento nuevo, de 1 venta, para 1 socio. Le llega un correo.',
  ],
  [
    [1, { sales: 1, members: 1, byEmail: 0 }],
    '1 documento nuevo, de 1 venta, para 1 socio. No le llega un correo: no ve su venta en el portal, no tiene una cuenta activa con correo o no quiere esos correos.',
  ],
  [
    [3, { sales: 2, members: 2, byEmail: 0 }],
    '3 documentos nuevos, de 2 ventas, para 2 socios. No les llega un correo: no ven su venta en el portal, no tienen una cuenta activa con correo o no quieren esos correos.',
  ],
] as const)('what is published and who is told: %j (§12.1954)', ([added, told], text) => {
  expect(toldNotice(added, told)).toBe(text)
})

test('the example of an index has a row for each category, which can be read (§12.1380)', () => {
  const [, ...rows] = exampleIndex().trim().split('\r\n')
  expect(rows).toHaveLength(documentCategories.length)
  for (const [place, row] of rows.entries()) {
    const [code = '', category = '', title = '', date = ''] = row.split(';')
    expect(readIndexRow({ code, category, title, date })).toMatchObject({
      fields: { code: 'V-1001', category: documentCategories[place] },
    })
  }
})
