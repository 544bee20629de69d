import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { oldPasswordMissing, userFormErrors } from './user-form-rules.ts'

const rosa = {
  first_name: 'Rosa',
  last_name: 'Muñoz',
  email: 'rosa@example.cl',
  password: '',
  password_confirm: '',
  social_security: '12.345.678-5',
}
const empty = { first_name: ' ', last_name: '', email: '', password: '', password_confirm: '' }

describe('the user form', () => {
  test('reports all that a new user lacks (§5.26)', () => {
    expect(texts(userFormErrors(empty, { isNew: true }))).toEqual({
      first_name: 'Ingrese nombre',
      last_name: 'Ingrese apellido',
      email: 'Ingrese email',
      password: 'Ingrese una contraseña',
    })
  })

  test('needs no password in the profile view, with an invitation or for an existing user (§5.28)', () => {
    expect(texts(userFormErrors(rosa, { isNew: true, isProfileView: true }))).toEqual({})
    expect(texts(userFormErrors(rosa, { isNew: true, invite: true }))).toEqual({})
    expect(texts(userFormErrors(rosa, { isNew: false }))).toEqual({})
  })

  test('refuses an invalid email and an invalid rut (§5.27)', () => {
    const form = { ...rosa, email: 'rosa.example.cl', social_security: '12.345.678-4' }
    expect(texts(userFormErrors(form, { isNew: false }))).toEqual({
      email: 'email no válido',
      social_security: 'Rut no válido',
    })
  })

  test('accepts staff without a rut', () => {
    expect(texts(userFormErrors({ ...rosa, social_security: ' ' }, { isNew: false }))).toEqual({})
  })

  test('does not check unchanged fields, which come from accounting', () => {
    const before = { first_name: 'Los Robles SpA', last_name: '', email: '' }
    const form = { ...empty, ...before }
    expect(texts(userFormErrors(form, { isNew: false, before }))).toEqual({})
    expect(texts(userFormErrors({ ...form, first_name: '' }, { isNew: false, before }))).toEqual({
      first_name: 'Ingrese nombre',
    })
  })

  test('refuses names that carry an address, another line or too much, unless they are unchanged', () => {
    const names = { first_name: 'Rosa, mira premios.cl', last_name: 'Muñoz\nTu cuenta' }
    const form = { ...rosa, ...names }
    expect(texts(userFormErrors(form, { isNew: false, before: rosa }))).toEqual({
      first_name: 'No escribas correos ni direcciones de internet',
      last_name: 'No uses saltos de línea ni caracteres invisibles',
    })
    expect(texts(userFormErrors({ ...form, ...names }, { isNew: false, before: form }))).toEqual({})
    expect(
      texts(userFormErrors({ ...rosa, last_name: 'a'.repeat(101) }, { isNew: true })),
    ).toMatchObject({
      last_name: 'Escribe a lo más 100 caracteres',
    })
  })

  test('needs equal passwords, also when only the second was typed (§5.29)', () => {
    const mismatch = { password_confirm: 'Ambos passwords deben coincidir' }
    const typed = { ...rosa, password: 'caracol-77', password_confirm: 'caracol-78' }
    expect(texts(userFormErrors(typed, { isNew: true }))).toEqual(mismatch)
    expect(texts(userFormErrors({ ...typed, password: '' }, { isNew: false }))).toEqual(mismatch)
    expect(
      texts(userFormErrors({ ...typed, password_confirm: 'caracol-77' }, { isNew: true })),
    ).toEqual({})
  })
})

describe('the current password', () => {
  const typed = { email: 'rosa@example.cl', password: '', old_password: '' }

  test('is required for a new email and for a new password', () => {
    const missing = 'Ingresa tu contraseña actual'
    expect(texts(oldPasswordMissing({ ...typed, email: 'otra@example.cl' }, rosa))).toBe(missing)
    expect(texts(oldPasswordMissing({ ...typed, password: 'caracol-77' }, rosa))).toBe(missing)
    const known = { ...typed, password: 'caracol-77', old_password: 'caracol-76' }
    expect(texts(oldPasswordMissing(known, rosa))).toBeNull()
  })

  test('is not required when neither changes', () => {
    expect(texts(oldPasswordMissing({ ...typed, email: ' rosa@example.cl ' }, rosa))).toBeNull()
  })
})
