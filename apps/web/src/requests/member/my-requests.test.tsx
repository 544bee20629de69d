import type { RequestSummary } from '@carpeta/domain/sales/sale'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildMemberRequest } from '../../testing/build-request.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { prepareMyRequestsTab, summary, today } from '../../testing/my-requests-tab.tsx'
import { renderAt } from '../../testing/render-at.tsx'
import { MyRequestsTab } from './my-requests.tsx'

beforeEach(prepareMyRequestsTab)

describe('the table', () => {
  function table(requests: RequestSummary[]) {
    return renderAt('/dashboard', <MyRequestsTab sale={buildSale({ requests })} today={today} />)
  }

  test('has the columns of the specification, and the state as text: first what waits for Rosa, with a button; the day of an answer while one is due; one that was merged says into which (§2.76, §12.2013, §12.2140, §12.2333, §12.2382)', () => {
    table([
      summary({ answerBy: day('2099-11-24') }),
      summary({ key: '11', answerBy: day('2020-11-23') }),
      summary({
        key: '9',
        state: 'resolved',
        answer: 'Va adjunta.',
        closedOn: day('2026-10-23'),
      }),
      summary({ key: '7', state: 'missing', question: 'La cédula está vencida.' }),
      summary({ key: '6', state: 'missing' }),
      summary({ key: '5', state: 'cancelled' }),
      summary({
        ...{ key: '4', state: 'cancelled', mergedInto: '12' },
        answer: 'Unida a la solicitud Nº 12',
      }),
      summary({ key: '3', state: null, procedureTitle: '', sentOn: null }),
    ])
    const [head, ...rows] = screen.getAllByRole('row')
    const cells = (row: HTMLElement, role: string) =>
      within(row)
        .getAllByRole(role)
        .map(({ textContent }) => textContent)
    expect(head && cells(head, 'columnheader')).toEqual([
      'Nº',
      'Trámite',
      'Enviado',
      'Respuesta',
      'Fecha cierre',
    ])
    expect(rows.map((row) => cells(row, 'cell'))).toEqual([
      [
        '7',
        'Copia de contratoFalta antecedente',
        '18-11-2026',
        'Te pedimos: «La cédula está vencida.»Responder',
        '',
      ],
      [
        '6',
        'Copia de contratoFalta antecedente',
        '18-11-2026',
        'Esperamos tu respuestaResponder',
        '',
      ],
      [
        ...['12', 'Copia de contratoEnviado', '18-11-2026'],
        ...['Te responderemos a más tardar el 24-11-2099.', ''],
      ],
      [
        ...['11', 'Copia de contratoEnviado', '18-11-2026'],
        ...['Nos atrasamos: debíamos responderte el 23-11-2020.', ''],
      ],
      ['9', 'Copia de contratoResuelto', '18-11-2026', 'Va adjunta.', '23-10-2026'],
      ['5', 'Copia de contratoAnulado', '18-11-2026', '', ''],
      ['4', 'Copia de contratoUnida a la Nº 12', '18-11-2026', 'Se responde en la Nº 12', ''],
      ['3', 'Solicitud 3', '-', 'Sin respuesta todavía', ''],
    ])
    const reply = screen.getByRole('link', { name: 'Responder Copia de contrato Nº 7' })
    expect(reply.getAttribute('href')).toContain('tab=mis-tramites&solicitud=7')
  })

  test('says so when it is empty (§2.77)', () => {
    table([])
    expect(screen.getByText('No hay trámites pendientes')).toBeTruthy()
  })

  test('opens a request, and its address says which', async () => {
    fakeServer({ 'GET /api/requests/12/': json(200, buildMemberRequest()) })
    const { where } = table([summary()])
    await userEvent.click(screen.getByRole('link', { name: 'Copia de contrato' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=mis-tramites&solicitud=12')
    expect(await screen.findByRole('heading', { name: 'Copia de contrato' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Volver a mis trámites' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=mis-tramites')
    expect(screen.getByRole('table')).toBeTruthy()
  })
})
