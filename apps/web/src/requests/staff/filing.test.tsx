import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildSlots, fakeDrafts } from '../../testing/fake-drafts.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { prepareRequestPage, press } from '../../testing/request-page.tsx'
import { Component as Screen } from './filing-screen.tsx'
import { Component as Request } from './request-screen.tsx'

beforeEach(prepareRequestPage)

const rosa = { id: 1, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' }
const procedure = {
  id: 3,
  title: 'Actualización de datos personales',
  description: '',
  documents: ['Cédula de identidad'],
  needs_open_sale: true,
}
const options = {
  member: rosa,
  sales: [
    { code: 'V-1001', project: 'Altos de Tumbes', is_open: true },
    { code: 'V-0900', project: 'Las Dunas', is_open: false },
  ],
  procedures: [
    procedure,
    { ...procedure, id: 4, title: 'Copia de contrato', documents: [] },
    { ...procedure, id: 9, title: 'Acceso a mis datos', documents: [], needs_open_sale: false },
  ],
}

const draftOf = (slots = buildSlots({ 'Cédula de identidad': [] })) =>
  fakeDrafts({ slots }, ['/api/filings/', '/api/filings/draft/'], 12)

function open(address: string, answers = {}, draft = draftOf()) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/filings/members/': json(200, { results: [rosa] }),
    'GET /api/filings/members/1/': json(200, options),
    ...draft.answers,
    'POST /api/request/send/': json(200, { id: 12, sent_at: '2026-11-20T12:00:00Z' }),
    'GET /api/requests/12/': json(200, buildStaffRequest({ filed_by: 'Mario Fuentes' })),
    'GET /api/requests/12/member/': json(200, { requests: [] }),
    'GET /api/requests/assignees/': json(200, { results: [] }),
    'GET /api/answer-templates/': json(200, { results: [] }),
    ...answers,
  })
  return {
    ...server,
    ...renderAt(address, {
      '/requests/new': <Screen />,
      '/requests/new/:id': <Screen />,
      '/requests/:id': <Request />,
    }),
  }
}

/** The texts that only this tab has. */
const copies = () => Object.keys(sessionStorage).filter((name) => name.includes('filing'))
const choose = async (title: string) =>
  userEvent.selectOptions(await screen.findByLabelText('Trámite'), title)

async function chooseFile() {
  const input = await screen.findByLabelText('Archivo: Cédula de identidad')
  await userEvent.upload(input, new File(['pdf'], 'cedula.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText(/Subido$/)).toBeTruthy()
}

describe('a request for a member', () => {
  test('begins with the member, found by name or rut (§12.427)', async () => {
    const { where, calls } = open('/requests/new')
    await press('Buscar')
    expect(screen.getByText('Escribe al menos dos letras o números')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Nombre, rut o correo del socio'))
    await userEvent.type(screen.getByLabelText('Nombre, rut o correo del socio'), 'muñoz')
    await press('Buscar')
    await press('Elegir a Rosa Muñoz Sepúlveda')
    expect(where()).toBe('/requests/new/1')
    expect(calls('q=mu%C3%B1oz')).toHaveLength(1)
  })

  test('nobody found is said (§12.427)', async () => {
    open('/requests/new', { 'GET /api/filings/members/': json(200, { results: [] }) })
    await userEvent.type(await screen.findByLabelText('Nombre, rut o correo del socio'), 'nadie')
    await press('Buscar')
    expect(await screen.findByText('No encontramos a nadie con «nadie».')).toBeTruthy()
  })

  test('is created, gets its document, is sent and opened (§12.425)', async () => {
    const draft = draftOf()
    const { where, calls } = open('/requests/new/1', {}, draft)
    await choose(procedure.title)
    await userEvent.type(await screen.findByLabelText('Qué pide'), 'Cambió de domicilio.')
    await chooseFile()
    await press('Ingresar la solicitud')
    expect(await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')).toBeTruthy()
    expect(where()).toBe('/requests/12')
    const [created] = calls('/api/filings/').filter(({ method }) => method === 'POST')
    expect(JSON.parse(String(created?.body))).toMatchObject({
      ...{ member_id: 1, procedure_id: 3, sale_code: 'V-1001', version: 0 },
    })
    expect(draft.now().comment).toBe('Cambió de domicilio.')
    expect(calls('/send/')).toHaveLength(1)
    expect(copies()).toEqual([])
  })

  test('needs what the member’s own needs (§12.425)', async () => {
    const without = draftOf([]).now()
    const { calls } = open('/requests/new/1', {
      'GET /api/filings/draft/': [json(200, without), json(200, draftOf().now())],
    })
    await press('Ingresar la solicitud')
    expect(await screen.findByText(requestMessages.procedureRequired.text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Trámite'))
    await choose('Copia de contrato')
    await screen.findByLabelText('Qué pide')
    await press('Ingresar la solicitud')
    expect(await screen.findByText(documentMessages.commentRequired.text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Qué pide'))
    await choose(procedure.title)
    await screen.findByText('1 documento requerido')
    await press('Ingresar la solicitud')
    expect(await screen.findByText(documentMessages.required.text)).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Elegir archivo')
    expect(calls('/api/filings/').filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('offers the sales that the procedure allows (§12.425)', async () => {
    open('/requests/new/1')
    await choose('Copia de contrato')
    const sales = () =>
      [...(screen.getByLabelText('Venta') as HTMLSelectElement).options].map(({ value }) => value)
    expect(sales()).toEqual(['V-1001'])
    await choose('Acceso a mis datos')
    expect(sales()).toEqual(['V-1001', 'V-0900'])
  })

  test('is as Mario left it after a reload, with its files (§12.29)', async () => {
    const draft = draftOf()
    const first = open('/requests/new/1', {}, draft)
    await choose('Acceso a mis datos')
    await userEvent.selectOptions(screen.getByLabelText('Venta'), 'V-0900')
    await userEvent.type(await screen.findByLabelText('Qué pide'), 'Sus datos.')
    await chooseFile()
    first.unmount()
    await waitFor(() => expect(draft.now().comment).toBe('Sus datos.'))

    const { seen } = open('/requests/new/1', {}, draft)
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Qué pide')).value).toBe('Sus datos.')
    expect(screen.getByText('cedula.pdf')).toBeTruthy()
    expect(screen.getByText('Recuperamos lo que habías escrito')).toBeTruthy()
    const read = seen.find(({ url }) => url.includes('/api/filings/draft/'))
    expect(read?.url).toMatch(/member_id=1&procedure_id=9&sale_code=V-0900$/)
  })

  test('that another tab of Mario sent is told before a second one begins (§12.1300)', async () => {
    const draft = draftOf([])
    draft.changeElsewhere('Una copia.')
    open(
      '/requests/new/1',
      {
        'GET /api/filings/draft/': [json(200, draft.now()), json(200, draftOf([]).now())],
        'GET /api/requests/12/draft/': json(409, requestMessages.alreadySent),
      },
      draft,
    )
    await choose('Copia de contrato')
    await screen.findByDisplayValue('Una copia.')
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(await screen.findByText(/^Este borrador ya se envió/)).toBeTruthy()
  })

  test('takes what Mario wrote along to another procedure (§12.1056)', async () => {
    const draft = draftOf([])
    open('/requests/new/1', {}, draft)
    await choose('Copia de contrato')
    await userEvent.type(await screen.findByLabelText('Qué pide'), 'Una copia.')
    const empty = json(200, draftOf([]).now())
    open('/requests/new/1', { 'GET /api/filings/draft/': empty }, draft).unmount()
    await choose('Acceso a mis datos')
    await waitFor(() =>
      expect((screen.getByLabelText('Qué pide') as HTMLTextAreaElement).value).toBe('Una copia.'),
    )
  })

  test('for an unknown member says so', async () => {
    open('/requests/new/1', {
      'GET /api/filings/members/1/': json(404, { detail: 'No encontrado.' }),
    })
    expect(await screen.findByText(/^No encontramos a este socio/)).toBeTruthy()
  })
})
