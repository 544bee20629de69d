import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { prepareRequestPage, press } from '../../testing/request-page.tsx'
import { Screen } from './filing-screen.tsx'
import { Screen as Request } from './request-screen.tsx'

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

function open(address: string, answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/filings/members/': json(200, { results: [rosa] }),
    'GET /api/filings/members/1/': json(200, options),
    'POST /api/filings/': json(201, { id: 12 }),
    'POST /api/filings/12/documents/': json(201, { id: 71, name: 'cedula.pdf', size: 3 }),
    'POST /api/filings/12/send/': json(200, { id: 12, sent_at: '2026-11-20T12:00:00Z' }),
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

const choose = async (title: string) =>
  userEvent.selectOptions(await screen.findByLabelText('Trámite'), title)

async function chooseFile() {
  const input = document.querySelector('input[type="file"]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no input')
  await userEvent.upload(input, new File(['pdf'], 'cedula.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText(/^cedula.pdf/)).toBeTruthy()
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
    const { where, calls } = open('/requests/new/1')
    await choose(procedure.title)
    await userEvent.type(screen.getByLabelText('Qué pide'), 'Cambió de domicilio.')
    await chooseFile()
    await press('Ingresar la solicitud')
    expect(await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')).toBeTruthy()
    expect(where()).toBe('/requests/12')
    const [created] = calls('/api/filings/').filter(({ method }) => method === 'POST')
    expect(JSON.parse(String(created?.body))).toMatchObject({
      member_id: 1,
      procedure_id: 3,
      sale_code: 'V-1001',
      comment: 'Cambió de domicilio.',
    })
    expect(calls('/send/')).toHaveLength(1)
  })

  test('needs what the member’s own needs (§12.425)', async () => {
    const { calls } = open('/requests/new/1')
    await press('Ingresar la solicitud')
    expect(await screen.findByText(requestMessages.procedureRequired.text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Trámite'))
    await choose('Copia de contrato')
    await press('Ingresar la solicitud')
    expect(await screen.findByText(documentMessages.commentRequired.text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Qué pide'))
    await choose(procedure.title)
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

  test('that fails is sent again as the same one', async () => {
    const { calls } = open('/requests/new/1', {
      'POST /api/filings/12/send/': [
        json(503, 'Servicio no disponible. Inténtalo más tarde.'),
        json(200, { id: 12, sent_at: '2026-11-20T12:00:00Z' }),
      ],
    })
    await choose('Copia de contrato')
    await userEvent.type(screen.getByLabelText('Qué pide'), 'Una copia.')
    await press('Ingresar la solicitud')
    expect(await screen.findByText(/^Servicio no disponible/)).toBeTruthy()
    await press('Ingresar la solicitud')
    await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')
    const keys = calls('/api/filings/')
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/api/filings/'))
      .map(({ headers }) => headers['Idempotency-Key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('whose last answer Mario did not get opens when he presses again', async () => {
    const { where, calls } = open('/requests/new/1', {
      'POST /api/filings/12/documents/': [
        json(201, { id: 71, name: 'cedula.pdf', size: 3 }),
        json(404, { detail: 'No encontrado.' }),
      ],
      'POST /api/filings/12/send/': [
        new TypeError('Failed to fetch'),
        json(200, { id: 12, sent_at: '2026-11-20T12:00:00Z' }),
      ],
    })
    await choose(procedure.title)
    await chooseFile()
    await press('Ingresar la solicitud')
    await screen.findByRole('alert')
    await press('Ingresar la solicitud')
    expect(await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')).toBeTruthy()
    expect(where()).toBe('/requests/12')
    expect(calls('/documents/')).toHaveLength(1)
  })

  test('whose last answer Mario did not get is the same one after a reload', async () => {
    const first = open('/requests/new/1', {
      'POST /api/filings/12/send/': new TypeError('Failed to fetch'),
    })
    await choose(procedure.title)
    await chooseFile()
    await press('Ingresar la solicitud')
    await screen.findByRole('alert')
    first.unmount()

    const second = open('/requests/new/1', {
      'POST /api/filings/12/documents/': json(404, { detail: 'No encontrado.' }),
    })
    await screen.findByLabelText('Trámite')
    await chooseFile()
    await press('Ingresar la solicitud')
    expect(await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')).toBeTruthy()
    expect(second.where()).toBe('/requests/12')
    const [key, again] = [first, second].map(
      ({ seen }) =>
        seen.find(({ url }) => url.endsWith('/api/filings/'))?.headers['Idempotency-Key'],
    )
    expect(key).toBeTruthy()
    expect(again).toBe(key)
    expect(sessionStorage).toHaveLength(0)
  })

  test('is as Mario left it after a reload, until it is sent (§12.29)', async () => {
    const first = open('/requests/new/1')
    await choose('Acceso a mis datos')
    await userEvent.selectOptions(screen.getByLabelText('Venta'), 'V-0900')
    await userEvent.type(screen.getByLabelText('Qué pide'), 'Sus datos.')
    first.unmount()

    const { calls } = open('/requests/new/1')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Qué pide')).value).toBe('Sus datos.')
    await press('Ingresar la solicitud')
    await screen.findByText('Ingresada por Mario Fuentes de la cooperativa')
    const [created] = calls('/api/filings/').filter(({ method }) => method === 'POST')
    expect(JSON.parse(String(created?.body))).toMatchObject({
      procedure_id: 9,
      sale_code: 'V-0900',
      comment: 'Sus datos.',
    })
    expect(sessionStorage).toHaveLength(0)
  })

  test('for an unknown member says so', async () => {
    open('/requests/new/1', {
      'GET /api/filings/members/1/': json(404, { detail: 'No encontrado.' }),
    })
    expect(await screen.findByText(/^No encontramos a este socio/)).toBeTruthy()
  })
})
