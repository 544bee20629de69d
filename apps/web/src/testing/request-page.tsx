import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { StaffRequest } from '../requests/staff/calls.ts'
import { Component as Screen } from '../requests/staff/request-screen.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const mario = { id: 6, name: 'Mario Fuentes' }
export const ivan = { id: 9, name: 'Iván Rojas' }
export const CONFLICT =
  'Otra persona cambió esta solicitud mientras la mirabas. Actualiza la página antes de seguir.'

export type Answers = Parameters<typeof fakeServer>[0]

export function detail(request: StaffRequest | StaffRequest[], answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/requests/12/': [request].flat().map((each) => json(200, each)),
    'GET /api/requests/12/member/': json(200, { requests: [] }),
    'GET /api/requests/assignees/': json(200, { results: [mario, ivan] }),
    'GET /api/answer-templates/': json(200, {
      results: [{ id: 1, title: 'Saludo', body: 'Estimada socia:' }],
    }),
    ...answers,
  })
  const sent = (path: string) =>
    server
      .calls(path)
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => {
        const { csrfmiddlewaretoken: _token, ...fields } = JSON.parse(String(body))
        return fields
      })
  return {
    ...server,
    ...renderAt('/requests/12?state=sent', { '/requests/:id': <Screen /> }),
    sent,
  }
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const card = async (name: string) => within(await screen.findByRole('region', { name }))
export const buttons = () => screen.getAllByRole('button').map((each) => each.textContent)

/** Whoever it names. */
export const CHANGED_NOTICE = /Aquí ves cómo está ahora/

export function prepareRequestPage() {
  connectSession()
  const name = { first_name: 'Mario', last_name: 'Fuentes' }
  storeUser(buildStaff({ id: mario.id, ...name, permissions: ['requests.answer_requests'] }))
}
