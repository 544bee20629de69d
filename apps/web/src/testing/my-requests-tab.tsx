import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import type { RequestSummary } from '@carpeta/domain/sales/sale'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { screen } from '@testing-library/react'
import { MyRequestsTab } from '../requests/member/my-requests.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildUser } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const today = day('2026-11-20')

export function summary(overrides: Partial<RequestSummary> = {}): RequestSummary {
  return {
    key: '12',
    procedureTitle: 'Copia de contrato',
    mergedInto: '',
    sentOn: day('2026-11-18'),
    state: 'sent',
    answer: '',
    closedOn: null,
    answerBy: null,
    question: '',
    askedOn: null,
    about: '',
    ...overrides,
  }
}

export type Answers = Parameters<typeof fakeServer>[0]

export async function requestOf(request: MemberRequest, answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [`GET /api/requests/${request.id}/`]: json(200, request),
    ...answers,
  })
  renderAt(
    `/dashboard?venta=V-1001&tab=mis-tramites&solicitud=${request.id}`,
    <MyRequestsTab sale={buildSale()} today={today} />,
  )
  await screen.findByRole('heading', { name: request.procedure.title })
  return server
}

export const event = (id: number, kind: WireRequestEvent['kind'], text = ''): WireRequestEvent => ({
  id,
  at: `2026-11-${String(id + 10).padStart(2, '0')}T15:00:00Z`,
  kind,
  actor: 'Cooperativa Vista al Biobío',
  text,
  helped: null,
})

export function prepareMyRequestsTab() {
  connectSession()
  storeUser(buildUser())
}
