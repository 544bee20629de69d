import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { buildUserRow } from '../testing/build-user.ts'
import { json } from '../testing/fake-server.ts'
import {
  cells,
  choose,
  closed,
  dialog,
  nora,
  pageOf,
  press,
  rosa,
  tomas,
  users,
} from '../testing/users-screen.tsx'

beforeEach(connectSession)

describe('invitations', () => {
  const queued = (state: typeof tomas) => ({
    ...state,
    invitation: { ...state.invitation, state: 'invited', delivery: 'queued' } as const,
  })

  test('one is sent from the row, whose menu keeps the focus, and not again while it waits (§12.1976)', async () => {
    const { sent } = users({
      'GET /api/users/': [pageOf(tomas), pageOf(queued(tomas))],
      'POST /api/users/2/invite/': json(200, {}),
    })
    await choose('Invitar', 'Tomás Rivas')
    expect(await screen.findByText('La invitación a Tomás Rivas va en camino')).toBeTruthy()
    expect(await screen.findByText('En cola')).toBeTruthy()
    expect(document.activeElement?.ariaLabel).toBe('Acciones de Tomás Rivas')
    await choose('Reenviar la invitación', 'Tomás Rivas')
    expect(sent('POST')).toHaveLength(1)
  })

  test('once the queue is empty the rows are read again', async () => {
    const gone = { ...nora, invitation: { ...nora.invitation, delivery: 'sent' as const } }
    users({
      'GET /api/users/': [pageOf(tomas), pageOf(queued(tomas)), pageOf(gone)],
      'POST /api/users/2/invite/': json(200, {}),
    })
    await choose('Invitar', 'Tomás Rivas')
    expect(await screen.findByRole('button', { name: 'Acciones de Nora Paz' })).toBeTruthy()
    expect(screen.queryByText('En cola')).toBeNull()
  })

  test('one that cannot be sent shows why', async () => {
    users({ 'POST /api/users/2/invite/': json(503, 'Servicio no disponible') })
    await choose('Invitar', 'Tomás Rivas')
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
  })

  test('one that fails is told and stays under way until then, though another follows (§12.1976)', async () => {
    let refuse = () => {}
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(json(503, 'Servicio no disponible'))
    })
    const { sent } = users({
      'GET /api/users/': pageOf(tomas, nora),
      'POST /api/users/2/invite/': () => refused,
      'POST /api/users/3/invite/': json(200, {}),
    })
    await choose('Invitar', 'Tomás Rivas')
    await choose('Reenviar la invitación', 'Nora Paz')
    expect(await screen.findByText('La invitación a Nora Paz va en camino')).toBeTruthy()
    await choose('Invitar', 'Tomás Rivas')
    expect(sent('POST')).toHaveLength(2)
    refuse()
    const failure = within(await dialog('No pudimos invitar a Tomás Rivas'))
    expect(failure.getByRole('alert').textContent).toBe('Servicio no disponible')
  })

  test('one is revoked after a confirmation (§12.48)', async () => {
    const again = { ...nora, invitation: { ...nora.invitation, state: 'not_invited' as const } }
    const { calls } = users({
      'GET /api/users/': [pageOf(nora), pageOf(again)],
      'POST /api/users/3/revoke/': json(200, {}),
    })
    await choose('Revocar la invitación', 'Nora Paz')
    const asked = within(await dialog('Revocar invitación'))
    expect(asked.getByText('Nora Paz')).toBeTruthy()
    expect(calls('/revoke/')).toHaveLength(0)
    await press('OK')
    expect(await screen.findByText('La invitación se revocó')).toBeTruthy()
    await press('OK')
    await closed()
    expect(document.activeElement?.ariaLabel).toBe('Acciones de Nora Paz')
  })

  test('the result of a revocation is shown, though its row leaves the filtered list', async () => {
    users(
      {
        'GET /api/users/': [pageOf(nora), pageOf()],
        'POST /api/users/3/revoke/': json(200, {}),
      },
      { at: '/users?invitation=invited' },
    )
    await choose('Revocar la invitación', 'Nora Paz')
    await press('OK')
    expect(await screen.findByText('No hay resultados')).toBeTruthy()
    expect(screen.getByText('La invitación se revocó')).toBeTruthy()
  })

  test('an email that did not reach an active user is shown in the row, and can be filtered (§12.49, §12.1022)', async () => {
    const full = buildUserRow({}, { delivery: 'failed', failure: '552 mailbox full' })
    const { calls } = users({ 'GET /api/users/': pageOf(full) })
    expect((await cells())[0]?.[4]).toBe('ActivadoNo se pudo entregar')
    await press('Filtros')
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Estado' }),
      'Correo no entregado',
    )
    await press('Filtrar')
    await waitFor(() => expect(calls('invitation=failed')).toHaveLength(1))
  })

  test('only users without a password can be selected; they are invited together', async () => {
    const { sent } = users({ 'POST /api/users/invite/': json(200, { queued: 2, recent: 0 }) })
    await cells()
    expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull()
    const boxes = screen.getAllByRole('checkbox').map((each) => each.ariaLabel)
    expect(boxes).toEqual([
      'Seleccionar toda la página',
      'Seleccionar a Tomás Rivas',
      'Seleccionar a Nora Paz',
    ])
    await press('Seleccionar a Nora Paz', 'checkbox')
    const bar = within(screen.getByRole('region', { name: 'Selección' }))
    expect(bar.getByText('1 seleccionado')).toBeTruthy()
    await press('Seleccionar toda la página', 'checkbox')
    expect(bar.getByText('2 seleccionados')).toBeTruthy()
    await userEvent.click(bar.getByRole('button', { name: 'Invitar' }))
    expect(await screen.findByText('2 usuarios')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('2 correos van en camino.')).toBeTruthy()
    expect(sent('POST')).toEqual([['/api/users/invite/', { ids: [3, 2] }]])
    await press('OK')
    await closed()
    expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull()
  })

  test('a selection can be cleared, and ends with its list', async () => {
    users()
    await cells()
    await press('Seleccionar a Nora Paz', 'checkbox')
    await press('Quitar selección')
    expect(screen.queryByText('1 seleccionado')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Usuarios' }))
    await press('Seleccionar a Nora Paz', 'checkbox')
    await press('Ver eliminados', 'tab')
    expect(screen.queryByText('1 seleccionado')).toBeNull()
  })

  describe('of all that match', () => {
    const counts = (notInvited: number, invited: number) => {
      const counted = (count: number) =>
        json(200, { results: count ? [tomas] : [], current: 1, lastPage: Math.max(1, count) })
      return [pageOf(rosa, tomas), counted(notInvited), counted(invited)]
    }

    test('are sent after showing their number, to users without one', async () => {
      const { sent, calls } = users(
        {
          'GET /api/users/': counts(120, 14),
          'POST /api/users/invite/': json(200, { queued: 119, recent: 1 }),
        },
        { at: '/users?fullname=ri' },
      )
      await cells()
      await press('Invitar a todos…')
      await dialog('Invitar a todos')
      expect(await screen.findByText('120 usuarios')).toBeTruthy()
      expect(calls('pageSize=1').map(({ url }) => new URL(url).search)).toContain(
        '?fullname=ri&invitation=not_invited&page=1&pageSize=1',
      )
      await press('Enviar 120 correos')
      expect(
        await screen.findByText(
          '119 correos van en camino. 1 usuario recibió el suyo hace menos de un día: su enlace sigue sirviendo.',
        ),
      ).toBeTruthy()
      expect(sent('POST')).toEqual([
        ['/api/users/invite/', { all: { fullname: 'ri', invitation: 'not_invited' } }],
      ])
    })

    test('can be sent again to users who had one', async () => {
      const { sent } = users({
        'GET /api/users/': counts(120, 14),
        'POST /api/users/invite/': json(200, { queued: 134, recent: 0 }),
      })
      await cells()
      await press('Invitar a todos…')
      await userEvent.click(
        await screen.findByLabelText('Enviarlo de nuevo a 14 usuarios que ya fueron invitados'),
      )
      await press('Enviar 134 correos')
      expect(await screen.findByText('134 correos van en camino.')).toBeTruthy()
      expect(sent('POST')).toEqual([['/api/users/invite/', { all: {} }]])
    })

    test('are sent again to those whose email was not delivered, where the list shows them', async () => {
      const { sent, calls } = users(
        {
          'GET /api/users/': counts(0, 3).filter((_, index) => index !== 1),
          'POST /api/users/invite/': json(200, { queued: 3, recent: 0 }),
        },
        { at: '/users?invitation=failed' },
      )
      await cells()
      await press('Invitar a todos…')
      await press('Enviar 3 correos')
      expect(await screen.findByText('3 correos van en camino.')).toBeTruthy()
      expect(calls('invitation=failed_invitable')).toHaveLength(1)
      expect(sent('POST')).toEqual([['/api/users/invite/', { all: { invitation: 'failed' } }]])
    })

    test('are none where no user waits for one', async () => {
      const { sent } = users(
        { 'GET /api/users/': counts(0, 0) },
        { at: '/users?invitation=active' },
      )
      await cells()
      await press('Invitar a todos…')
      expect(await screen.findByText('Nadie de esta lista espera una invitación.')).toBeTruthy()
      expect(sent('POST')).toEqual([])
    })

    test('that cannot be queued show why', async () => {
      users({
        'GET /api/users/': counts(1, 0),
        'POST /api/users/invite/': json(503, 'Servicio no disponible'),
      })
      await cells()
      await press('Invitar a todos…')
      await press('Enviar 1 correo')
      expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    })
  })

  test('in the queue are counted, and failures are shown', async () => {
    users({ 'GET /api/users/invitations/': json(200, { queued: 34, sent: 66, failed: 2 }) })
    expect(await screen.findByText('Faltan 34 correos por enviar')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText(/^2 correos no se pudieron entregar/)).toBeTruthy()
  })

  test('of those that Carla has just invited the progress is their own, whoever else invites (§12.1460)', async () => {
    const invited_at = '2026-11-20T15:30:00.123Z'
    const { calls } = users({
      'POST /api/users/invite/': json(200, { queued: 2, recent: 0, invited_at }),
      'GET /api/users/invitations/': [
        json(200, { queued: 34, sent: 66, failed: 5 }),
        json(200, { queued: 1, sent: 1, failed: 0 }),
      ],
    })
    await press('Seleccionar a Nora Paz', 'checkbox')
    await press('Invitar')
    await press('OK')
    expect(await screen.findByText('Falta 1 de 2 correos por enviar')).toBeTruthy()
    const bar = screen.getByRole('progressbar', { name: 'Correos enviados' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.queryByText(/no se pudieron entregar/)).toBeNull()
    expect(calls('/api/users/invitations/').map(({ url }) => new URL(url).search)).toEqual([
      '',
      `?${new URLSearchParams({ invited_at })}`,
    ])
  })
})
