import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Extend } from './next-step.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

test('the legal deadline is extended with a reason, on the version that was seen', async () => {
  const request = buildStaffRequest({ state: 'in_review', can_extend: true })
  const path = `/api/requests/${request.id}/extend/`
  const { calls } = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [`POST ${path}`]: json(200, { ...request, can_extend: false }),
  })
  renderAt('/requests', <Extend request={request} />)
  await userEvent.type(screen.getByLabelText('Por qué se prorroga'), 'Archivo en papel')
  await userEvent.click(screen.getByRole('button', { name: 'Prorrogar plazo' }))
  expect(JSON.parse(String(calls(path)[0]?.body))).toMatchObject({
    version: request.version,
    text: 'Archivo en papel',
  })
})

test('no other request has such a deadline', () => {
  fakeServer({})
  const request = buildStaffRequest({ state: 'in_review' })
  renderAt('/requests', <Extend request={request} />)
  expect(screen.queryByText('Plazo legal')).toBeNull()
})
