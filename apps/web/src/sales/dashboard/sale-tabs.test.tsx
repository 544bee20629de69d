import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildDraft, buildMemberRequest, buildProcedure } from '../../testing/build-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import {
  cards,
  dashboardWith,
  prepareDashboard,
  tabs,
  wireRequest,
  wireSale,
} from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import * as files from '../../ui/save-file.ts'
import { Component as Screen } from './dashboard-screen.tsx'

beforeEach(prepareDashboard)

describe('choosing', () => {
  test('Ver puts the sale into the address, opens its tabs and scrolls to them (§2.51, §2.52)', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { where } = dashboardWith([wireSale('V-1'), wireSale('V-2')])
    await userEvent.click(await screen.findByRole('button', { name: /^Ver .*Proyecto V-2/ }))
    expect(where()).toBe('/dashboard?venta=V-2&tab=estado-de-cuenta')
    await waitFor(() =>
      expect(scroll).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth', block: 'start' }),
    )
    await userEvent.click(screen.getByRole('tab', { name: 'Escrituración' }))
    expect(where()).toBe('/dashboard?venta=V-2&tab=escrituracion')
    expect(await screen.findByText('Tu escrituración aún no comienza')).toBeTruthy()
  })

  test.each([
    ['with reduced motion, after Ver', 'reduce', '/dashboard'],
    ['when the address has the sale (§12.1930)', '', '/dashboard?venta=V-2'],
  ])('jumps instead of scrolling %s', async (_, motion, address) => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    if (motion) onScreen(motion)
    dashboardWith([wireSale('V-1'), wireSale('V-2')], address)
    const see = await screen.findByRole('button', { name: /^Ver .*Proyecto V-2/ })
    if (address === '/dashboard') await userEvent.click(see)
    await screen.findAllByRole('tab')
    await waitFor(() =>
      expect(scroll).toHaveBeenCalledExactlyOnceWith({ behavior: 'auto', block: 'start' }),
    )
  })

  test('scrolls in no frame in which something appeared above the tabs, or they would jump (§12.1711)', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get')
    const frames: FrameRequestCallback[] = []
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((next) => frames.push(next))
    const showFrame = (pageHeight: number) => {
      height.mockReturnValue(pageHeight)
      for (const next of frames.splice(0)) next(0)
    }
    dashboardWith([wireSale('V-1'), wireSale('V-2')], '/dashboard?venta=V-2')
    await screen.findAllByRole('tab')
    await waitFor(() => expect(frames).not.toEqual([]))
    showFrame(2000)
    // A document is new.
    showFrame(2080)
    expect(scroll).not.toHaveBeenCalled()
    showFrame(2080)
    expect(scroll).toHaveBeenCalledOnce()
  })

  test('a shared link opens the same sale and tab', async () => {
    dashboardWith(
      [wireSale('V-1'), wireSale('V-2')],
      '/dashboard?venta=V-2&tab=antecedentes-personales',
    )
    expect(await screen.findByText('1. TITULAR')).toBeTruthy()
  })

  test('a link to another member’s sale, or to no tab, opens nothing', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-2')], '/dashboard?venta=V-99&tab=x')
    expect(await cards()).toHaveLength(2)
    expect(tabs()).toEqual([])
  })
})

describe('a tab that the address names', () => {
  const path = '/dashboard?venta=V-2&tab=escrituracion'

  test('stands alone on a phone, with a way back to the amounts in view (§12.1931)', async () => {
    onScreen('639.98px')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { where } = dashboardWith([wireSale('V-1'), wireSale('V-2')], path)
    expect(await screen.findByText('Tu escrituración aún no comienza')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Proyecto V-2 · Casa' })).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByRole('region', { name: /^Próximo/ })).toBeNull()
    const back = screen.getByRole('link', { name: 'Mi carpeta' })
    await waitFor(() => expect(scroll).toHaveBeenCalled())
    expect(scroll.mock.contexts.at(-1)).toBe(back.closest('[data-alone]'))
    await userEvent.click(back)
    expect(where()).toBe('/dashboard')
    expect(await cards()).toHaveLength(2)
  })

  test('is the statement of the one that is chosen of several, whose home keeps what is due of all (§12.2286)', async () => {
    onScreen('639.98px')
    const plan = { fecha_vencimiento: '2026-10-05', monto_uf: 4, monto_uf_saldo: 4, estado: '' }
    const due = { estado_de_pago: { 'Cuotas mensuales': { cuotas: [plan] } } }
    const sales = ['V-1', 'V-2'].map((code) => ({ ...wireSale(code), ...due }))
    const { where } = dashboardWith(sales)
    const home = await screen.findByRole('region', { name: 'Próximos pagos' })
    expect(within(home).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: /^Ver .*Proyecto V-2/ }))
    expect(where()).toBe('/dashboard?venta=V-2&tab=estado-de-cuenta')
    expect(screen.getByRole('heading', { name: 'Proyecto V-2 · Casa' })).toBeTruthy()
    expect(tabs()).toHaveLength(5)
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByRole('region', { name: /^Próximo/ })).toBeNull()
    const statement = screen.getByRole('tab', { name: 'Estado de Cuenta', selected: true })
    await waitFor(() => expect(document.activeElement).toBe(statement))
    await userEvent.click(screen.getByRole('link', { name: 'Mi carpeta' }))
    const again = await screen.findByRole('region', { name: 'Próximos pagos' })
    expect(within(again).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(within(again).getByRole('link', { name: 'Proyecto V-1 · Casa' }))
    expect(where()).toBe('/dashboard?venta=V-1&tab=estado-de-cuenta')
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('is closed where an address of an email names the purchase alone: its payment comes first (§12.2286)', async () => {
    onScreen('639.98px')
    dashboardWith([wireSale('V-1'), wireSale('V-2')], '/dashboard?venta=V-2')
    expect(await screen.findByRole('region', { name: 'Próximo pago' })).toBeTruthy()
    expect(screen.getAllByRole('tab')).toHaveLength(5)
    expect(screen.queryByRole('tabpanel')).toBeNull()
  })

  test.each([
    ['estado-de-cuenta', true, true],
    ['escrituracion', true, false],
    ['mis-tramites', false, false],
  ])(
    'has above it on a phone nothing of the folder: %s (§12.2010)',
    async (slug, hasDate, hasUf) => {
      onScreen('639.98px')
      const sale = { ...wireSale('V-1'), uf_del_dia: { fecha: '2026-11-20', valor: 39_166.41 } }
      dashboardWith([sale], `/dashboard?venta=V-1&tab=${slug}`, {
        'GET /api/client/announcements/': json(200, { results: [] }),
      })
      expect(await screen.findByRole('tab', { selected: true })).toBeTruthy()
      expect(screen.getByRole('heading', { level: 1, name: 'Mi carpeta' })).toBeTruthy()
      expect(screen.queryByRole('link', { name: /^Avisos/ })).toBeNull()
      expect(screen.queryAllByText(/Datos actualizados/).length > 0).toBe(hasDate)
      expect(screen.queryByText(/^UF del/) !== null).toBe(hasUf)
    },
  )

  test('an open request has one way back on a phone: to the others (§12.2070)', async () => {
    onScreen('639.98px')
    const sale = { ...wireSale('V-1'), requerimientos: [wireRequest(12, 'Resuelto')] }
    const path = '/dashboard?venta=V-1&tab=mis-tramites'
    const { where } = dashboardWith([sale], `${path}&solicitud=12`, {
      'GET /api/requests/12/': json(200, buildMemberRequest({ state: 'resolved' })),
    })
    const back = await screen.findByRole('button', { name: 'Volver a mis trámites' })
    expect(back.closest('[data-alone]')?.getAttribute('data-alone')).toBe('request')
    expect(screen.queryByRole('link', { name: 'Mi carpeta' })).toBeNull()
    await userEvent.click(back)
    expect(where()).toBe(path)
    expect(screen.getByRole('link', { name: 'Mi carpeta' })).toBeTruthy()
  })

  test('leaves a phone its folder where the sale has no tabs (§12.2010)', async () => {
    onScreen('639.98px')
    const sales = [wireSale('V-1'), wireSale('V-2')]
    dashboardWith(sales, '/dashboard?venta=V-99&tab=estado-de-cuenta', {
      'GET /api/client/announcements/': json(200, { results: [] }),
    })
    expect(await cards()).toHaveLength(2)
    const lead = screen.getByText(/^Aquí ves lo que debes/)
    expect(lead.hasAttribute('data-alone')).toBe(false)
    expect(await screen.findByRole('link', { name: /^Avisos/ })).toBeTruthy()
  })

  test('keeps the tapped one in focus while what stood above goes, and the way back in view (§12.1931)', async () => {
    onScreen('639.98px')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    dashboardWith([wireSale('V-1')])
    await userEvent.click(await screen.findByRole('tab', { name: 'Escrituración' }))
    expect(screen.queryByRole('article')).toBeNull()
    const deed = screen.getByRole('tab', { name: 'Escrituración', selected: true })
    await waitFor(() => expect(document.activeElement).toBe(deed))
    await waitFor(() => expect(scroll).toHaveBeenCalled())
    const back = screen.getByRole('link', { name: 'Mi carpeta' })
    expect(scroll.mock.contexts.at(-1)).toBe(back.closest('[data-alone]'))
  })

  test('stands below the cards where there is room', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-2')], path)
    expect(await cards()).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Mi carpeta' })).toBeNull()
  })
})

describe('below the amounts of a phone', () => {
  const deed = { ...wireSale('V-1'), seguimiento: { fecha_borrador: '2026-09-06' } }
  const inCourse = { ...deed, requerimientos: [wireRequest(12, 'En revisión')] }

  test('Rosa reads how far deed and procedures are, and is led from the closed tabs, which stand above the card, to each alone, also a second time (§12.1701, §12.2141, §12.2230)', async () => {
    onScreen('639.98px')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { where, calls } = dashboardWith([inCourse])
    const card = await screen.findByRole('article')
    const rows = screen.getAllByRole('tab')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Antecedentes Personales tus datos en la cooperativa',
      'Estado de Cuenta cuotas, pagos y certificado para el banco',
      'Escrituración paso 2 de 9 · Firma Socio',
      'Solicitar Trámites ',
      'Mis Trámites 1 en curso',
    ])
    expect(rows[4]?.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.queryByRole('tabpanel')).toBeNull()
    expect(within(card).queryByRole('navigation')).toBeNull()
    expect([...calls('/api/requests/'), ...calls('/api/deed-durations/')]).toEqual([])
    await userEvent.click(screen.getByRole('tab', { name: /^Escrituración/ }))
    expect(where()).toBe('/dashboard?venta=V-1&tab=escrituracion')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Escrituración'))
    scroll.mockClear()
    await userEvent.click(screen.getByRole('link', { name: 'Mi carpeta' }))
    await userEvent.click(await screen.findByRole('tab', { name: /^Escrituración/ }))
    await waitFor(() => expect(scroll).toHaveBeenCalled())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Escrituración'))
  })

  test('the row of her requests says first that one waits for Rosa (§12.2014)', async () => {
    onScreen('639.98px')
    const waiting = wireRequest(13, 'Falta antecedente')
    dashboardWith([{ ...inCourse, requerimientos: [...inCourse.requerimientos, waiting] }])
    const row = await screen.findByRole('tab', { name: /^Mis Trámites/ })
    expect(row.textContent).toBe('Mis Trámites 1 espera tu respuesta')
  })

  test('of several purchases each card leads to its statement, what is under way and its documents (§12.1701, §12.1864, §12.1993, §12.2115, §12.2223)', async () => {
    const documents = [{ sale_code: 'V-1', is_new: false }]
    const pagos = [
      { fecha_deposito: '2026-10-03' },
      { fecha_deposito: '2026-11-12', monto_uf: 3.5 },
    ]
    const uf_de_los_pagos = [{ fecha: '2026-11-12', valor: 39_069.75 }]
    dashboardWith([{ ...inCourse, pagos, uf_de_los_pagos }, wireSale('V-2')], '/dashboard', {
      'GET /api/member-documents/': json(200, { results: documents }),
    })
    const [first, second] = await cards()
    const texts = (card: HTMLElement | undefined) =>
      within(card ?? document.body)
        .queryAllByRole('link', { name: /Estado|Escrituración|Trámites|Documentos/ })
        .map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(texts(first)).toEqual([
        'Estado de Cuenta: último pago 12-11-2026 (≈\u00a0$\u00a0136.744)\u00a0· certificado para el banco',
        'Escrituración: paso 2 de 9 · Firma Socio',
        'Mis Trámites: 1 en curso',
        'Documentos',
      ]),
    )
    expect(texts(second)).toEqual(['Estado de Cuenta: certificado para el banco'])
  })

  test('what is finished or paid leads to its documents, and a finished one, which has no tabs, saves its statement (§12.1993, §12.2078)', async () => {
    onScreen('639.98px')
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
    const finished = { ...deed, code: 'V-2', venta: { ...deed.venta, fecha_real: '2023-11-30' } }
    const answers = {
      'GET /api/member-documents/': () =>
        json(200, { results: [{ sale_code: 'V-2', category: 'deed', is_new: false }] }),
      'GET /api/sales/V-2/statement.pdf': new Response('x'),
    }
    const { unmount } = dashboardWith([inCourse, finished], '/dashboard', answers)
    const [, card] = (await cards()) as [HTMLElement, HTMLElement]
    const toDeed = await within(card).findByRole('link', { name: 'Documentos: tu escritura' })
    expect(toDeed.getAttribute('href')).toBe('/documents?venta=V-2')
    expect(within(within(card).getByRole('navigation')).getAllByRole('link')).toEqual([toDeed])
    await userEvent.click(within(card).getByRole('button', { name: 'Estado de Cuenta (PDF)' }))
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(expect.anything(), 'estado-de-cuenta-V-2.pdf'),
    )
    unmount()

    dashboardWith([{ ...deed, compromiso: { resumen: { deuda: 0 } } }], '/dashboard', answers)
    const shortcuts = await screen.findByRole('navigation', { name: /^Atajos de/ })
    expect(within(shortcuts).getByRole('link', { name: 'Documentos' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Estado de Cuenta (PDF)' })).toBeNull()
  })
})

test('while a request is being sent the other tabs are disabled', async () => {
  let release = () => {}
  const sent = new Promise<Response>((resolve) => {
    release = () => resolve(json(422, 'No disponible'))
  })
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales-data/': json(200, [wireSale('V-1')]),
    'GET /api/procedures/': json(200, { results: [buildProcedure()] }),
    'GET /api/client/preferences/': json(200, { request_letters: true }),
    'GET /api/request/draft/': json(200, buildDraft({ id: 5, comment: 'Mi correo cambió' })),
    'POST /api/request/send/': () => sent,
  })
  renderAt('/dashboard?venta=V-1&tab=solicitar-tramites&tramite=1', <Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Solicitar trámite' }))
  const other = () => screen.getByRole<HTMLButtonElement>('tab', { name: 'Estado de Cuenta' })
  await waitFor(() => expect(other().disabled).toBe(true))
  release()
  await screen.findByText('No disponible')
  await waitFor(() => expect(other().disabled).toBe(false))
})

describe('requests whose sale cannot be opened', () => {
  const finished = {
    ...wireSale('V-1', { fecha_real: '2025-02-02' }),
    requerimientos: [wireRequest(12, 'Resuelto')],
  }
  const answered = buildMemberRequest({ state: 'resolved', answer: 'Va adjunta.' })
  const requestPath = (code: string) => `/dashboard?venta=${code}&tab=mis-tramites&solicitud=12`

  function folder(sales: unknown[], path = '/dashboard') {
    fakeServer({
      'GET /api/sales-data/': json(200, sales),
      'GET /api/requests/12/': json(200, answered),
    })
    return renderAt(path, <Screen />)
  }

  test('are linked from the card of a finished sale', async () => {
    const { where } = folder([finished, wireSale('V-2')])
    const [card] = await cards()
    if (!card) throw new Error('The card is missing')
    await userEvent.click(
      within(card).getByRole('link', { name: 'Ver trámites de Proyecto V-1 · Casa' }),
    )
    expect(tabs()).toEqual([])
    await userEvent.click(await screen.findByRole('link', { name: 'Copia de contrato' }))
    expect(where()).toBe(requestPath('V-1'))
    expect(await screen.findByText('Va adjunta.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Volver a mis trámites' }))
    expect(screen.getByRole('table')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Volver a mi carpeta' }))
    expect(where()).toBe('/dashboard')
    expect(screen.queryByRole('table')).toBeNull()
  })

  test.each([
    ['finished', [finished]],
    ['not yet approved', [{ ...finished, ...wireSale('V-1', { fecha_aprob_semi: '' }) }]],
    [
      'not yet approved, beside an open one',
      [wireSale('V-1', { fecha_aprob_semi: '' }), wireSale('V-2')],
    ],
    ['withdrawn', []],
    ['withdrawn, beside others', [wireSale('V-2'), wireSale('V-3')]],
  ])('open from an email: %s (§12.15)', async (_, sales) => {
    folder(sales, requestPath('V-1'))
    expect(await screen.findByText('Va adjunta.')).toBeTruthy()
    expect(tabs()).toEqual([])
  })

  test('of a sale that is not shown are linked too', async () => {
    folder([{ ...finished, ...wireSale('V-1', { fecha_aprob_semi: '' }) }])
    await userEvent.click(
      await screen.findByRole('link', { name: 'Ver mis trámites de Proyecto V-1' }),
    )
    expect(await screen.findByRole('link', { name: 'Copia de contrato' })).toBeTruthy()
  })
})

describe('a request that waits for the member', () => {
  const waiting = { ...wireSale('V-1'), requerimientos: [wireRequest(12, 'Falta antecedente')] }

  test('is announced with what Rosa was asked, number and day, without a deadline, and counted on Mis Trámites (§12.16, §12.1310, §12.1842)', async () => {
    const { where } = dashboardWith([
      { ...waiting, requerimientos: [...waiting.requerimientos, wireRequest(13, 'En revisión')] },
    ])
    await cards()
    const told = screen.getByRole('region', { name: 'Esperamos tu respuesta' })
    expect(within(told).getAllByRole('listitem')).toHaveLength(1)
    const tab = screen.getByRole('tab', { name: /^Mis Trámites/ })
    expect(tab.textContent).toBe('Mis Trámites1 por responder')
    const [row] = within(told).getAllByRole('listitem')
    expect(row?.textContent).toBe(
      'Copia de contrato · Nº 12Necesitamos tu cédula vigente.Te lo pedimos el 19-11-2026. Sin plazo: tu trámite sigue cuando respondas.Responder',
    )
    await userEvent.click(
      within(told).getByRole('link', { name: 'Responder Copia de contrato Nº 12' }),
    )
    expect(where()).toBe('/dashboard?venta=V-1&tab=mis-tramites&solicitud=12')
    expect(screen.queryByRole('region', { name: 'Esperamos tu respuesta' })).toBeNull()
  })

  test('names its sale where there are several', async () => {
    dashboardWith([waiting, wireSale('V-2')])
    await cards()
    const told = screen.getByRole('region', { name: 'Esperamos tu respuesta' })
    expect(told.textContent).toMatch(/Nº 12 · Casa/)
  })

  test('is only looked at by staff who view the folder (§12.1310)', async () => {
    storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
    dashboardWith([waiting])
    await cards()
    expect(screen.getByRole('link', { name: 'Ver Copia de contrato Nº 12' })).toBeTruthy()
  })

  test('of an API that tells no question has its number and the button (§12.1310)', async () => {
    const { pregunta: _, ...bare } = wireRequest(12, 'Falta antecedente')
    dashboardWith([
      { ...wireSale('V-1'), requerimientos: [bare as (typeof waiting.requerimientos)[0]] },
    ])
    await cards()
    const told = screen.getByRole('region', { name: 'Esperamos tu respuesta' })
    expect(within(told).getByRole('listitem').textContent).toBe(
      'Copia de contrato · Nº 12Responder',
    )
  })

  test('is not announced when there is none', async () => {
    dashboardWith([{ ...wireSale('V-1'), requerimientos: [wireRequest(12, 'Resuelto')] }])
    await cards()
    expect(screen.queryByRole('region', { name: 'Esperamos tu respuesta' })).toBeNull()
    expect(tabs()).toContain('Mis Trámites')
  })
})
