import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storedUser } from '../session/stored-user.ts'
import { buildUser, buildUserRow } from '../testing/build-user.ts'
import { json } from '../testing/fake-server.ts'
import {
  closed,
  dialog,
  field,
  ivan,
  pageOf,
  press,
  rosa,
  users,
} from '../testing/users-screen.tsx'

beforeEach(connectSession)

describe('an existing user', () => {
  test('is changed with the body of the specification, and keeps the password (§7.28, §12.1024)', async () => {
    const { sent, seen } = users({ 'PATCH /api/users/1/': json(200, rosa) })
    await press('Editar Rosa Muñoz')
    await dialog('Usuarios')
    expect(field('Rut').value).toBe('12.345.678-5')
    expect(screen.queryByLabelText('Contraseña actual')).toBeNull()
    expect(screen.queryByLabelText('Enviar invitación')).toBeNull()
    expect(screen.queryByText('Grupos')).toBeNull()
    await userEvent.clear(field('Apellido'))
    await userEvent.type(field('Apellido'), 'Soto')
    await userEvent.click(field('Activo'))
    await press('Guardar')
    await closed()
    expect(sent('PATCH')).toEqual([
      [
        '/api/users/1/',
        {
          id: 1,
          first_name: 'Rosa',
          last_name: 'Soto',
          email: 'rosa@example.cl',
          old_password: '',
          password: '',
          profile: { id: 1, social_security: '12345678-5' },
          group_ids: [],
          is_active: false,
        },
      ],
    ])
    const patched = seen.find(({ method }) => method === 'PATCH')
    expect(patched?.headers['If-Match']).toBe('"2026-11-20T23:24:13Z"')
  })

  test('that a colleague changed meanwhile is not overwritten, and is read again', async () => {
    const changed =
      'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.'
    users({
      'GET /api/users/': [pageOf(rosa), pageOf({ ...rosa, email: 'rosa@nueva.cl' })],
      'PATCH /api/users/1/': json(400, { __all__: [userFormMessages.changedMeanwhile] }),
    })
    await press('Editar Rosa Muñoz')
    await userEvent.type(field('Apellido'), ' Soto')
    await press('Guardar')
    expect((await screen.findByRole('alert')).textContent).toBe(changed)
    expect(field('Apellido').value).toBe('Muñoz Soto')
    await screen.findByText('rosa@nueva.cl')
    await press('Cancelar')
    await press('Editar Rosa Muñoz')
    expect(field('Correo').value).toBe('rosa@nueva.cl')
  })

  test('with more permissions than oneself keeps its names and login data (security 5.580)', async () => {
    const mario = buildUserRow({ first_name: 'Mario', permissions: ['requests.answer_requests'] })
    users({ 'GET /api/users/': pageOf(mario) })
    await press('Editar Mario Muñoz')
    for (const name of ['Nombre', 'Apellido', 'Correo', 'Rut']) {
      expect([name, field(name).readOnly]).toEqual([name, true])
    }
    expect(screen.queryByLabelText('Contraseña nueva')).toBeNull()
    expect(
      screen.getByText(/^No puedes cambiar el nombre, la contraseña, el correo ni el rut/),
    ).toBeTruthy()
  })

  test('whose email waits for its owner says so; the change can be cancelled (§12.88)', async () => {
    const pending = buildUserRow({ pending_email: 'rosa@nueva.cl' })
    const version = '2026-11-21T09:00:00Z'
    const { seen } = users({
      'GET /api/users/': pageOf(pending),
      'DELETE /api/users/1/email-change/': json(200, {
        ...buildUser(),
        profile: { ...rosa.profile, updated_at: version },
      }),
      'PATCH /api/users/1/': json(200, rosa),
    })
    await press('Editar Rosa Muñoz')
    expect(screen.getByText('Pendiente de confirmar: rosa@nueva.cl')).toBeTruthy()
    await press('Cancelar el cambio')
    await waitFor(() => expect(screen.queryByText(/^Pendiente de confirmar/)).toBeNull())
    expect(document.activeElement).toBe(screen.getByLabelText('Correo'))
    await press('Guardar')
    await closed()
    const patched = seen.find(({ method }) => method === 'PATCH')
    expect(patched?.headers['If-Match']).toBe(`"${version}"`)
  })

  test('whose identity was checked has the new email at once; what that does is told in letters of a text (§12.1010, §12.2032)', async () => {
    const { sent } = users({
      'PATCH /api/users/1/': json(200, { ...rosa, email: 'rosa@nueva.cl' }),
    })
    await press('Editar Rosa Muñoz')
    await userEvent.clear(field('Correo'))
    await userEvent.type(field('Correo'), 'rosa@nueva.cl')
    expect(
      field('Comprobé su identidad: reiniciar la cuenta').closest('[data-size="md"]'),
    ).toBeTruthy()
    await userEvent.click(field('Comprobé su identidad: reiniciar la cuenta'))
    await press('Guardar')
    await closed()
    expect(sent('PATCH')).toMatchObject([
      ['/api/users/1/', { email: 'rosa@nueva.cl', identity_checked: true }],
    ])
  })

  test('whose new email waits for its owner is not said to have it', async () => {
    users({ 'PATCH /api/users/1/': json(200, { ...rosa, pending_email: 'rosa@nueva.cl' }) })
    await press('Editar Rosa Muñoz')
    await userEvent.clear(field('Correo'))
    await userEvent.type(field('Correo'), 'rosa@nueva.cl')
    await press('Guardar')
    await closed()
    expect(
      screen.getByText(/Su correo cambia cuando lo confirme desde rosa@nueva\.cl\.$/),
    ).toBeTruthy()
  })

  test('cannot be closed while it is being saved', async () => {
    let answer = (_: Response) => {}
    const saved = new Promise<Response>((resolve) => {
      answer = resolve
    })
    users({ 'PATCH /api/users/1/': () => saved })
    await press('Editar Rosa Muñoz')
    await press('Guardar')
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancelar' })
    await waitFor(() => expect(cancel.disabled).toBe(true))
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Usuarios' })).toBeTruthy()
    answer(json(200, rosa))
    await closed()
  })

  test('without data that accounting never sent can be saved', async () => {
    const company = buildUserRow({ first_name: 'Los Robles SpA', last_name: '', email: '' })
    const { sent } = users({
      'GET /api/users/': pageOf(company),
      'PATCH /api/users/1/': json(200, company),
    })
    await press('Editar Los Robles SpA')
    await dialog('Usuarios')
    await press('Guardar')
    await closed()
    expect(sent('PATCH')).toHaveLength(1)
  })

  test('gets groups from a superuser only (§5.31)', async () => {
    const { sent } = users({ 'PATCH /api/users/1/': json(200, rosa) }, { me: ivan })
    await press('Editar Rosa Muñoz')
    const groups = within(await screen.findByRole('group', { name: 'Grupos' }))
    await userEvent.click(await groups.findByRole('checkbox', { name: 'Contabilidad' }))
    await press('Guardar')
    await closed()
    expect(sent('PATCH')[0]?.[1]).toMatchObject({ group_ids: [2] })
  })

  test('oneself needs the current password, and has neither groups nor a switch (§5.30, §5.31)', async () => {
    const self = buildUserRow({ ...ivan, last_name: 'Rojas' })
    const renamed = { ...self, first_name: 'Iván Andrés' }
    const { sent } = users(
      { 'GET /api/users/': pageOf(self), 'PATCH /api/users/9/': json(200, renamed) },
      { me: ivan },
    )
    await press('Editar Iván Rojas')
    await dialog('Usuarios')
    expect(screen.queryByRole('group', { name: 'Grupos' })).toBeNull()
    expect(field('Activo').disabled).toBe(true)
    expect(field('Rut').readOnly).toBe(true)
    await userEvent.type(field('Contraseña nueva'), 'Quillay#4471')
    await userEvent.type(field('Repite la contraseña'), 'Quillay#4471')
    await press('Guardar')
    // The server would count it as a failed login.
    expect(await screen.findByText('Ingresa tu contraseña actual')).toBeTruthy()
    expect(sent('PATCH')).toEqual([])
    await userEvent.type(field('Contraseña actual'), 'Carpeta#2026')
    await press('Guardar')
    await closed()
    expect(sent('PATCH')[0]?.[1]).toMatchObject({
      old_password: 'Carpeta#2026',
      password: 'Quillay#4471',
    })
    expect(storedUser()?.first_name).toBe('Iván Andrés')
  })

  test('typed values are not lost to a click beside the form', async () => {
    users()
    await press('Editar Rosa Muñoz')
    await dialog('Usuarios')
    await press('Cancelar')
    await closed()
    expect(document.activeElement?.ariaLabel).toBe('Editar Rosa Muñoz')
  })
})
