import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ProceduresTab } from '../requests/member/procedures-tab.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildProcedure } from './build-request.ts'
import { buildUser } from './build-user.ts'
import { buildSlots, fakeDrafts } from './fake-drafts.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const noDocuments = buildProcedure()
const oneDocument = buildProcedure({
  id: 2,
  title: 'Copia de contrato',
  documents: ['Cédula de identidad'],
})
const threeDocuments = buildProcedure({
  id: 3,
  title: 'Cambio de titular',
  documents: ['Cédula', 'Liquidación', 'Contrato'],
})

export const CREATE = 'POST /api/request/create/'
export const UPLOAD = 'POST /api/upload-document/'
export const SEND = 'POST /api/request/send/'

const tab = <ProceduresTab sale={buildSale()} today={day('2026-11-20')} />

export type Answers = Parameters<typeof fakeServer>[0]

/** Of a procedure without documents. */
const optionalSlot = buildSlots({ 'Fotos o documentos': [] }).map((slot) => ({
  ...slot,
  is_optional: true,
}))

const empty = {
  1: optionalSlot,
  2: buildSlots({ 'Cédula de identidad': [] }),
  3: buildSlots({ Cédula: [], Liquidación: [], Contrato: [] }),
}

/** Rosa's draft of the procedure in the address. */
export function draftOf(path: string, start: Parameters<typeof fakeDrafts>[0] = {}) {
  const [, id = '1'] = /tramite=(\d)/.exec(path) ?? []
  const slots = empty[id as unknown as keyof typeof empty]
  return fakeDrafts({ slots, ...start }, ['/api/request/create/', '/api/request/draft/'])
}

/** @param page the tab alone, or the whole dashboard */
export function procedures(
  path: string,
  answers: Answers = {},
  { page = tab, draft = draftOf(path) } = {},
) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/procedures/': json(200, {
      results: [noDocuments, oneDocument, threeDocuments],
      current: 1,
      lastPage: 1,
    }),
    'GET /api/client/preferences/': json(200, { request_letters: true }),
    'GET /api/request/drafts/': json(200, { results: [] }),
    ...draft.answers,
    [SEND]: json(200, { id: 5, sent_at: '2026-11-20T12:00:00Z' }),
    ...answers,
  })
  return { ...server, ...renderAt(path, page), draft }
}

export const form = (id: number) => `/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=${id}`
export const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
export const submit = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Solicitar trámite' })
export const comments = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comentarios' })
export const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
export const fieldsOf = (body: unknown) =>
  body instanceof FormData
    ? {
        request_id: body.get('request_id'),
        position: body.get('position'),
        document: (body.get('document') as File).name,
      }
    : JSON.parse(String(body))

export async function choose(title: string, ...files: File[]) {
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(await screen.findByLabelText(`Archivo: ${title}`), files)
}

export function prepareProceduresTab() {
  connectSession()
  storeUser(buildUser())
}
