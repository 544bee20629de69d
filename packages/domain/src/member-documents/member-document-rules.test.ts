import { describe, expect, test } from 'vitest'
import {
  documentCategories,
  memberDocumentErrors,
  memberDocumentMessages,
  proposeDocument,
  titleHasRut,
} from './member-document-rules.ts'

test.each([
  ['V-1001_Escritura_2026-03-14.pdf', { category: 'deed', title: 'Escritura', date: '2026-03-14' }],
  [
    'comprobante 05-01-2026.png',
    { category: 'payments', title: 'Comprobante', date: '2026-01-05' },
  ],
  [
    'Certificado_de_título.pdf',
    { category: 'certificates', title: 'Certificado de título', date: '' },
  ],
  ['plano 2026-02-31.pdf', { category: 'plans', title: 'Plano', date: '' }],
  ['2026-03-14.pdf', { category: 'other', title: 'Otros', date: '2026-03-14' }],
  ['Promesa.v2.pdf', { category: 'reservation', title: 'Promesa.v2', date: '' }],
])('%s', (name, proposed) => {
  expect(proposeDocument(name, 'V-1001')).toEqual(proposed)
})

test.each([
  ['Cédula 12.345.678-5', true],
  ['12345678 escritura', true],
  ['Escritura de Rosa Muñoz 2026-03-14', false],
])('whether the title «%s» tells Rosa’s rut: %s (security 5.123)', (title, isTold) => {
  expect(titleHasRut(title, '12345678-5')).toBe(isTold)
  expect(titleHasRut(title, '')).toBe(false)
})

test.each([
  ['V-1001_planos_Planta del primer piso 2026-02-01.pdf', 'plans', 'Planta del primer piso'],
  ['V-1001_escritura_Certificado_de_dominio.pdf', 'deed', 'Certificado de dominio'],
  ['V-1001_certificado_de_dominio.pdf', 'deed', 'Certificado de dominio'],
  ['V-1001_Casa_24.pdf', 'other', 'Casa 24'],
  ['V-1001_planos_2026-02-01.pdf', 'plans', 'Planos y especificaciones'],
])('the title that %s proposes leaves its category out (§12.2495)', (name, category, title) => {
  expect(proposeDocument(name, 'V-1001')).toMatchObject({ category, title })
})

describe('fields of a document', () => {
  const right = { category: 'deed', title: 'Escritura', date: '', visible_from: '2026-03-14' }

  test('are right in every category', () => {
    for (const category of documentCategories)
      expect(memberDocumentErrors({ ...right, category })).toEqual({})
  })

  test('are refused each with its sentence', () => {
    const wrong = { category: 'Escritura', title: ' ', date: '14-03-2026', visible_from: 'hoy' }
    expect(memberDocumentErrors(wrong)).toEqual({
      category: memberDocumentMessages.category,
      title: memberDocumentMessages.title,
      date: memberDocumentMessages.date,
      visible_from: memberDocumentMessages.date,
    })
    expect(memberDocumentErrors({ ...right, title: 'a'.repeat(201) })).toEqual({
      title: memberDocumentMessages.titleTooLong,
    })
  })
})
