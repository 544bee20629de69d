import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { type fakeServer, json } from '../testing/fake-server.ts'
import {
  cells,
  choose,
  closed,
  dialog,
  field,
  press,
  rosa,
  tomas,
  users,
} from '../testing/users-screen.tsx'
import { fullName } from './user-parts.tsx'

beforeEach(connectSession)

describe('a new user', () => {
  async function fillIn() {
    await press('Añadir usuario')
    await dialog('Usuarios')
    await userEvent.type(field('Nombre'), ' Ana ')
    await userEvent.type(field('Apellido'), 'Mora')
    await userEvent.type(field('Correo'), 'ana@example.cl')
    await userEvent.type(field('Rut'), '1000004-0')
  }

  test('needs everything, in the sentences of the specification', async () => {
    const { sent } = users()
    await press('Añadir usuario')
    await dialog('Usuarios')
    await userEvent.type(field('Rut'), '1-1')
    await userEvent.type(field('Repite la contraseña'), 'x')
    await press('Guardar')
    for (const message of [
      'Ingrese nombre',
      'Ingrese apellido',
      'Ingrese email',
      'Rut no válido',
      'Ingrese una contraseña',
      'Ambos passwords deben coincidir',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }
    await userEvent.type(field('Correo'), 'ana')
    expect(await screen.findByText('email no válido')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })

  test('gets a password by five rules, the last about the person in the form (§12.1316)', async () => {
    users()
    await fillIn()
    const last = () =>
      screen.getByRole('list', { name: 'La contraseña necesita' }).lastElementChild?.textContent
    const password = field('Contraseña')
    await userEvent.clear(password)
    await userEvent.type(password, 'Mora#2026x')
    expect(last()).toBe('Sin su nombre ni su rutfalta')
    await userEvent.clear(password)
    await userEvent.type(password, 'Quillay#4471')
    expect(last()).toBe('Sin su nombre ni su rutcumplido')
  })

  test('is sent as the server takes it, and the list is read again (§2.82)', async () => {
    const { sent } = users({ 'POST /api/users/': json(201, { ...rosa, first_name: 'Ana' }) })
    await fillIn()
    await userEvent.clear(field('Rut'))
    await userEvent.type(field('Rut'), '10000004-0')
    await userEvent.type(field('Contraseña'), 'Quillay#4471')
    await userEvent.type(field('Repite la contraseña'), 'Quillay#4471')
    await press('Guardar')
    await closed()
    expect(sent('POST')).toEqual([
      [
        '/api/users/',
        {
          first_name: 'Ana',
          last_name: 'Mora',
          email: 'ana@example.cl',
          password: 'Quillay#4471',
          profile: { social_security: '10000004-0' },
          group_ids: [],
          is_active: true,
        },
      ],
    ])
    expect(screen.getByText('Se ha guardado correctamente: Ana Muñoz')).toBeTruthy()
  })

  describe('is announced once saved', () => {
    const SAVED = 'Se ha guardado correctamente: Tomás Paz'
    async function saveTomas(answers: Parameters<typeof fakeServer>[0] = {}) {
      const renamed = { ...tomas, last_name: 'Paz' }
      users({ 'PATCH /api/users/2/': json(200, renamed), ...answers })
      await press(`Editar ${fullName(tomas)}`)
      await dialog('Usuarios')
      await userEvent.clear(field('Apellido'))
      await userEvent.type(field('Apellido'), 'Paz')
      await press('Guardar')
      await closed()
      expect(screen.getByText(SAVED)).toBeTruthy()
    }

    test('until other rows are shown, and not again on the way back', async () => {
      await saveTomas()
      await press('Ver eliminados', 'tab')
      expect(screen.queryByText(SAVED)).toBeNull()
      await press('Ver todos', 'tab')
      await cells()
      expect(screen.queryByText(SAVED)).toBeNull()
    })

    test('until another action starts, also one that fails', async () => {
      await saveTomas({ 'POST /api/users/2/invite/': json(503, 'El correo no responde') })
      await choose('Invitar', fullName(tomas))
      expect(await screen.findByText('El correo no responde')).toBeTruthy()
      expect(screen.queryByText(SAVED)).toBeNull()
    })

    test('until a deletion is asked for', async () => {
      await saveTomas()
      await choose('Eliminar', 'Rosa Muñoz')
      expect(screen.queryByText(SAVED)).toBeNull()
    })
  })

  test('who is invited needs no password, whatever was typed before (§10.71)', async () => {
    const { sent } = users({ 'POST /api/users/': json(201, rosa) })
    await press('Añadir usuario')
    await dialog('Usuarios')
    expect(field('Enviar invitación').checked).toBe(false)
    await userEvent.type(field('Contraseña'), 'abc')
    await userEvent.click(field('Enviar invitación'))
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
    expect(screen.queryByLabelText('Activo')).toBeNull()
    await userEvent.type(field('Nombre'), 'Ana')
    await userEvent.type(field('Apellido'), 'Mora')
    await userEvent.type(field('Correo'), 'ana@example.cl')
    await press('Guardar')
    await closed()
    expect(sent('POST')[0]?.[1]).toMatchObject({ password: '', invite: true, is_active: true })
  })

  test('the server’s errors go to their fields, the rest above the button (§3.13, §5.33, §8.15)', async () => {
    users({
      'POST /api/users/': json(400, {
        first_name: ['Nombre muy largo'],
        profile: { social_security: ['Ya existe un usuario con este rut'] },
        password: ['Al menos un número', 'Al menos una letra'],
        __all__: ['Inténtalo más tarde'],
      }),
    })
    await fillIn()
    await userEvent.clear(field('Rut'))
    await userEvent.type(field('Contraseña'), 'x')
    await userEvent.type(field('Repite la contraseña'), 'x')
    await press('Guardar')
    const described = async (name: string, message: string) => {
      const shown = await screen.findByText(message)
      expect(field(name).getAttribute('aria-describedby')).toContain(shown.id)
    }
    await described('Nombre', 'Nombre muy largo')
    await described('Rut', 'Ya existe un usuario con este rut')
    expect(field('Contraseña').getAttribute('aria-invalid')).toBe('true')
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
    expect(screen.getByRole('dialog', { name: 'Usuarios' })).toBeTruthy()
  })
})
