import { describe, expect, test } from 'vitest'
import {
  containsPersonalData,
  isAboutPerson,
  mayNamePerson,
  namesPerson,
} from './person-in-text.ts'

const rosa = {
  rut: '12.345.678-5',
  firstName: 'Rosa María',
  lastName: 'Muñoz del Río',
  email: 'rmunoz.77@example.cl',
}

describe('personal data in a password', () => {
  test.each([
    'x12345678!',
    'x12.345.678-5!',
    'x1-2-345678!',
    'Rosa-2026',
    'MARIA#99',
    'maría#99',
    '1munoz!!',
    '1MUÑOZ!!',
    'rio-rio-9',
    '!RMunoz.77x',
  ])('Rosa may not use %s (§10.23)', (password) => {
    expect(containsPersonalData(password, rosa)).toBe(true)
  })

  test.each(['caracol-77', '1234567!', 'ros-mar-9', '2345678-5', 'example.cl1'])(
    'Rosa may use %s',
    (password) => {
      expect(containsPersonalData(password, rosa)).toBe(false)
    },
  )

  test('a decomposed accent is the same accent', () => {
    expect(containsPersonalData('Mari\u0301a#99', { firstName: 'María' })).toBe(true)
    expect(containsPersonalData('María#99', { firstName: 'Mari\u0301a' })).toBe(true)
  })

  test('short names, short ruts and missing data exclude nothing', () => {
    expect(
      containsPersonalData('al-6-caracol', { rut: '6-K', firstName: 'Al', email: 'al@x.cl' }),
    ).toBe(false)
    expect(containsPersonalData('1000-caracol', { rut: '1000-8' })).toBe(false)
    expect(containsPersonalData('72041-caracol', { rut: '72041-0' })).toBe(true)
    expect(containsPersonalData('caracol-77', {})).toBe(false)
    expect(containsPersonalData('caracol-77', { rut: null, firstName: '', email: null })).toBe(
      false,
    )
  })
})

describe('a text of the portal or of accounting', () => {
  const known = {
    rut: '12345678-5',
    names: [
      { firstName: 'Rosa', lastName: 'Muñoz Sepúlveda' },
      { firstName: '', lastName: 'Rosa María Muñoz Sepúlveda' },
    ],
    emails: ['rosa.munoz@correo.example', ''],
    sharedEmails: ['casa@correo.example'],
    phones: ['+56 9 5555 0142', '', '123'],
  }

  test.each([
    'La compra V-1001 de Rosa Muñoz Sepúlveda.',
    'MUÑOZ SEPULVEDA: ROSA MUNOZ SEPULVEDA',
    'rosa maría muñoz sepúlveda',
    'rut 12.345.678-5',
    'escribe a Rosa.Munoz@correo.example, por favor',
    '9 5555-0142',
    '(569) 55550142',
  ])('names Rosa: %s (security 15.142)', (text) => {
    expect(namesPerson(text, known)).toBe(true)
    expect(mayNamePerson(text, known)).toBe(true)
  })

  test.each([
    'Pedro Muñoz Sepúlveda, su hermano',
    'Rosa Soto',
    'Hola, Rosa:',
    'casa@correo.example',
    'rut 9.876.543-3, fono 123',
    '',
  ])('does not name Rosa: %s (security 15.142)', (text) => {
    expect(namesPerson(text, known)).toBe(false)
  })

  test('may name her as a file, by two of her names (security 15.142)', () => {
    expect(mayNamePerson('escritura_munoz_rosa.pdf', known)).toBe(true)
    expect(mayNamePerson('Santa Rosa.zip', known)).toBe(false)
    expect(mayNamePerson('12345678-5.pdf', { ...known, names: [] })).toBe(true)
  })
})

describe('a search or the name of a filter', () => {
  test.each([
    'Rosa',
    'muñoz del',
    'MUNOZ',
    '12.345.678-5',
    '12345678',
    '345.678',
    'Trámites de Rosa Muñoz',
    'rio, maria',
    'rut 12.345.678-5, urgente',
    'de RMUNOZ.77@example.cl',
  ])('«%s» is about Rosa', (text) => {
    expect(isAboutPerson(text, rosa)).toBe(true)
  })

  test.each([
    '',
    'ro',
    'Santa Rosa',
    'Pedro Muñoz',
    'Edificio del Río',
    '1234',
    '12.345.679',
    'Urgentes',
    '@example.cl',
  ])('«%s» is not', (text) => {
    expect(isAboutPerson(text, rosa)).toBe(false)
  })

  test('of somebody without data none is', () => {
    for (const text of ['', 'Rosa', '12345678']) expect(isAboutPerson(text, {})).toBe(false)
  })
})
