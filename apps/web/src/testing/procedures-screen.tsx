import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component as Holidays } from '../calendar/holidays-screen.tsx'
import type { CatalogueProcedure } from '../procedures/calls.ts'
import { Component as Procedures } from '../procedures/procedures-screen.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const copy: CatalogueProcedure = {
  id: 1,
  title: 'Copia de contrato',
  description: 'Una copia de la promesa de compraventa',
  document_amount: 0,
  documents: [],
  answer_hours: 10,
  is_active: true,
  deleted_at: null,
}
export const transfer: CatalogueProcedure = {
  ...copy,
  id: 2,
  title: 'Cesión de derechos',
  document_amount: 2,
  documents: ['Cédula de quien cede', 'Cédula de quien recibe'],
  is_active: false,
}

export const pageOf = (...results: CatalogueProcedure[]) =>
  json(200, { results, current: 1, lastPage: 1 })

export function catalogue(answers: Parameters<typeof fakeServer>[0] = {}, at = '/procedures') {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/procedures/': pageOf(copy, transfer),
    ...answers,
  })
  const sent = (method: string) =>
    server.seen
      .filter((call) => call.method === method)
      .map(({ url, body }) => {
        const { csrfmiddlewaretoken: _token, ...fields } = JSON.parse(String(body))
        return [url.replace(/^https?:\/\/[^/]+/, ''), fields]
      })
  return {
    ...server,
    ...renderAt(at, {
      '/procedures': <Procedures />,
      '/procedures/holidays': <Holidays />,
    }),
    sent,
  }
}

export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))

export async function rows() {
  const [, ...found] = within(await screen.findByRole('table', { name: 'Trámites' })).getAllByRole(
    'row',
  )
  return found
}

export function prepareProceduresScreen() {
  connectSession()
  storeUser(buildStaff({ permissions: ['procedures.change_procedures'] }))
}
