import type { StaffRequest } from '@carpeta/contract/requests'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildDocument } from '../../testing/build-request.ts'
import { buildRequestRow, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import { onScreen } from '../../testing/render-at.tsx'
import {
  CHANGED_NOTICE,
  CONFLICT,
  detail,
  ivan,
  mario,
  prepareRequestPage,
  press,
} from '../../testing/request-page.tsx'
import { sentence } from '../../testing/sentence.ts'
import { requestKeys } from './request-keys.ts'

beforeEach(prepareRequestPage)

/** A request whose documents are reviewed. */
const reviewed = (overrides: Partial<StaffRequest> = {}) =>
  buildStaffRequest({ documents: [buildDocument({ review: 'accepted' })], ...overrides })

const answered = (
  kind: 'resolved' | 'asked' | 'rejected',
  text: string,
  actor = 'Mario Fuentes',
): Partial<StaffRequest> => ({
  state: kind === 'asked' ? 'missing' : kind,
  events: [
    ...reviewed().events,
    { id: 3, at: '2026-11-18T15:00:00Z', kind, actor, text, helped: null },
  ],
  version: 5,
})

const nothingToSettle = { accept_documents: [], leave_documents: [] }

describe('answering', () => {
  test.each([
    ['Resolver', 'Respuesta', 'Resolver y cerrar', 'resolve', 'Escribe la respuesta'],
    ['Pedir lo que falta', 'Qué falta', 'Pedir al socio', 'ask', 'Escribe qué falta'],
    ['Rechazar la solicitud', 'Motivo', 'Rechazar y cerrar', 'reject', 'Escribe el motivo'],
  ])('%s needs a text, and sends it', async (choice, label, button, path, empty) => {
    const { sent } = detail(reviewed(), {
      [`POST /api/requests/12/${path}/`]: json(
        200,
        reviewed({ state: 'resolved', answer: 'Listo', version: 5 }),
      ),
    })
    await userEvent.click(await screen.findByRole('radio', { name: choice }))
    await press(button)
    expect(await screen.findByText(empty)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(sent(`/${path}/`)).toEqual([])
    await userEvent.type(screen.getByLabelText(label), ' Está lista. ')
    expect(screen.queryByText(empty)).toBeNull()
    await press(button)
    expect(await screen.findByRole('region', { name: 'Respuesta al socio' })).toBeTruthy()
    expect(sent(`/${path}/`)).toEqual([
      { version: 4, text: 'Está lista.', ...(path === 'resolve' && nothingToSettle) },
    ])
    expect(screen.queryByLabelText('Lo que habías escrito')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('who asks for what is missing reads that the reasons of rejected documents go with it (§12.2182)', async () => {
    detail(reviewed())
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    const field = screen.getByRole('textbox', { name: 'Qué falta' })
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toContain(
      'con el motivo de cada documento que hayas rechazado',
    )
  })

  test('what is missing begins with the rejected documents, until something else is typed (§12.2430)', async () => {
    const rejected = buildDocument({ review: 'rejected', reason: 'No se lee' })
    const { sent } = detail(buildStaffRequest({ documents: [rejected] }), {
      'POST /api/requests/12/ask/': json(409, CONFLICT),
    })
    const proposed = 'Envía de nuevo:\n- Cédula de identidad: No se lee'
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Qué falta')
    expect(field.value).toBe(proposed)
    expect(sessionStorage).toHaveLength(0)
    await press('Pedir al socio')
    await screen.findByText(CONFLICT)
    expect(sent('/ask/')).toEqual([{ version: 4, text: proposed }])
    await userEvent.clear(field)
    expect(field.value).toBe('')
    await userEvent.type(field, 'Tu cédula')
    await userEvent.click(screen.getByRole('radio', { name: 'Resolver' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Respuesta').value).toBe('Tu cédula')
  })

  test('a template is added to the typed text', async () => {
    detail(reviewed())
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Hola')
    await press('Usar una plantilla')
    await userEvent.click(await screen.findByText('Saludo'))
    expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe(
      'Hola\n\nEstimada socia:',
    )
  })

  test('a colleague was faster: it is shown, and the typed text stays', async () => {
    const versions = [4, 8, 9].map((version) => reviewed({ version }))
    const { sent } = detail(versions, {
      'POST /api/requests/12/resolve/': [
        json(409, CONFLICT),
        json(409, CONFLICT),
        json(200, reviewed({ state: 'resolved', answer: 'Está lista.', version: 10 })),
      ],
    })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    for (const _ of ['Mario', 'Iván']) {
      await press('Resolver y cerrar')
      expect(await screen.findByText(CONFLICT)).toBeTruthy()
      await press('Actualizar')
      await waitFor(() => expect(screen.queryByText(CONFLICT)).toBeNull())
      expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe('Está lista.')
    }
    await press('Resolver y cerrar')
    await screen.findByRole('region', { name: 'Respuesta al socio' })
    expect(sent('/resolve/')).toEqual([
      { version: 4, text: 'Está lista.', ...nothingToSettle },
      { version: 8, text: 'Está lista.', ...nothingToSettle },
      { version: 9, text: 'Está lista.', ...nothingToSettle },
    ])
  })

  test('after a conflict nothing is sent before the request is loaded again (§12.1892)', async () => {
    const { sent } = detail([reviewed(), reviewed({ version: 8 })], {
      'POST /api/requests/12/resolve/': json(409, CONFLICT),
    })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    await press('Resolver y cerrar')
    const reload = await screen.findByRole('button', { name: 'Actualizar' })
    const solid = () =>
      document.querySelectorAll('button[data-variant=filled]:not([aria-disabled=true])')
    expect([...solid()]).toEqual([reload])
    await press('Resolver y cerrar')
    await userEvent.type(screen.getByLabelText('Respuesta'), '{Control>}{Enter}{/Control}')
    expect(sent('/resolve/')).toHaveLength(1)
    await userEvent.click(reload)
    await waitFor(() =>
      expect([...solid()].map(({ textContent }) => textContent)).toEqual(['Resolver y cerrar']),
    )
  })

  test('a colleague closed it: the typed text can still be copied', async () => {
    detail([reviewed(), reviewed({ state: 'rejected', answer: 'No se puede' })], {
      'POST /api/requests/12/resolve/': json(409, CONFLICT),
    })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    await press('Resolver y cerrar')
    await press('Actualizar')
    expect(
      ((await screen.findByLabelText('Lo que habías escrito')) as HTMLTextAreaElement).value,
    ).toBe('Está lista.')
    expect(screen.getByText('No se puede')).toBeTruthy()
    await press('Descartar')
    expect(screen.queryByLabelText('Lo que habías escrito')).toBeNull()
  })

  test.each([
    ['Resolver', 'Resolver y cerrar', 'resolve', 'resolved'],
    ['Pedir lo que falta', 'Pedir al socio', 'ask', 'asked'],
    ['Rechazar la solicitud', 'Rechazar y cerrar', 'reject', 'rejected'],
  ] as const)(
    '%s, whose response did not reach Mario, is no unsent text',
    async (choice, button, path, kind) => {
      detail([reviewed(), reviewed(answered(kind, 'Está lista.'))], {
        [`POST /api/requests/12/${path}/`]: [new Error('offline'), json(409, CONFLICT)],
      })
      await userEvent.click(await screen.findByRole('radio', { name: choice }))
      await userEvent.type(screen.getByLabelText(/^(Respuesta|Qué falta|Motivo)$/), 'Está lista. ')
      await press(button)
      await screen.findByText(/^No hay conexión\./)
      await press(button)
      await press('Actualizar')

      expect(await screen.findByText('Está lista.')).toBeTruthy()
      expect(screen.queryByText(/No se envió/)).toBeNull()
      expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
      expect(sessionStorage).toHaveLength(0)
      if (kind !== 'asked') return
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Esperar' }).checked).toBe(true)
      expect(screen.queryByText(/^Otra persona/)).toBeNull()
    },
  )

  test.each([
    ['is one after a reload', 'Mario Fuentes', false],
    ['with the words of a colleague is not', 'Iván Rojas', true],
  ])('an answer that was sent %s', async (_title, actor, isUnsent) => {
    const first = detail(reviewed(), { 'POST /api/requests/12/resolve/': new Error('offline') })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    first.unmount()
    detail(reviewed(answered('resolved', 'Está lista.', actor)))
    expect(await screen.findByText('Está lista.', { selector: 'p' })).toBeTruthy()
    expect(screen.queryByText(/No se envió/) !== null).toBe(isUnsent)
  })

  test('the question of before, asked again, stays until it is sent', async () => {
    const asked = answered('asked', 'Falta tu cédula').events ?? []
    const again = reviewed({ events: asked, version: 6 })
    const first = detail(again)
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Falta tu cédula')
    first.unmount()
    detail(again)
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Respuesta')).value).toBe(
      'Falta tu cédula',
    )
  })

  test('a failure keeps the typed text', async () => {
    detail(reviewed(), { 'POST /api/requests/12/resolve/': new Error('offline') })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Está lista.')
    await press('Resolver y cerrar')
    expect(await screen.findByText(/^No hay conexión\./)).toBeTruthy()
    expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe('Está lista.')
  })
})

describe('a request whose member’s reply is awaited (§12.2021)', () => {
  const awaited = (overrides: Partial<StaffRequest> = {}) =>
    buildStaffRequest({ ...answered('asked', 'Falta tu cédula'), ...overrides })
  const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  const field = () => screen.queryByLabelText('Respuesta')

  test('waits, and says since when, until another answer is chosen', async () => {
    detail(awaited())
    expect(
      await screen.findByText(
        sentence(
          'Esperamos al socio desde el 18-11-2026 12:00. Cuando responda, la solicitud vuelve a «En revisión».',
        ),
      ),
    ).toBeTruthy()
    expect(screen.getByText('Se revisa cuando el socio responda.')).toBeTruthy()
    expect(isChosen('Esperar')).toBe(true)
    expect(field()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Resolver y cerrar' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Resolver' }))
    await userEvent.type(screen.getByLabelText('Respuesta'), 'Ya no hace falta')
    await userEvent.click(screen.getByRole('radio', { name: 'Esperar' }))
    expect(field()).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Rechazar la solicitud' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('Ya no hace falta')
  })

  test('is answered by r, and p asks nothing more', async () => {
    detail(awaited())
    await screen.findByRole('radio', { name: 'Esperar' })
    await userEvent.keyboard('p')
    expect(isChosen('Esperar')).toBe(true)
    await userEvent.keyboard('r')
    expect(document.activeElement).toBe(field())
    expect(isChosen('Resolver')).toBe(true)
  })

  test('offers its templates by t', async () => {
    detail(awaited())
    await screen.findByRole('radio', { name: 'Esperar' })
    await userEvent.keyboard('t')
    await userEvent.click(await screen.findByText('Saludo'))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Respuesta').value).toBe('Estimada socia:')
  })

  test('of a former holder, who cannot reply, is to be answered', async () => {
    detail(awaited({ is_former_holder: true }))
    await screen.findByLabelText('Respuesta')
    expect(screen.queryByRole('radio', { name: 'Esperar' })).toBeNull()
    expect(screen.queryByText('Se revisa cuando el socio responda.')).toBeNull()
  })
})

describe('the typed text', () => {
  const answer = () => screen.findByLabelText<HTMLTextAreaElement>(/^(Respuesta|Qué falta)$/)

  test('is restored after looking elsewhere, and deleted once it was sent (§12.29)', async () => {
    const resolved = reviewed({ state: 'missing', version: 5 })
    const answers = { 'POST /api/requests/12/ask/': json(200, resolved) }
    const first = detail(reviewed(), answers)
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(await answer(), 'Falta tu cédula')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Llamar el lunes')
    first.unmount()

    const second = detail(reviewed(), answers)
    expect((await answer()).value).toBe('Falta tu cédula')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Nota interna').value).toBe('Llamar el lunes')
    await press('Pedir al socio')
    await screen.findByText('Falta antecedente')
    second.unmount()

    detail(reviewed())
    expect((await answer()).value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Resolver' }).checked).toBe(true)
  })

  test('survives the end of its session (§12.29)', async () => {
    const ended = { 'POST /api/requests/12/resolve/': json(401, { detail: 'Sin sesión' }) }
    const first = detail(reviewed(), ended)
    await userEvent.type(await answer(), 'Está lista')
    await press('Resolver y cerrar')
    expect(await screen.findByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
    first.unmount()
    detail(reviewed())
    expect((await answer()).value).toBe('Está lista')
  })

  test('is not shown to a colleague on the same computer', async () => {
    const first = detail(reviewed())
    await userEvent.type(await answer(), 'Falta tu cédula')
    first.unmount()
    storeUser(buildStaff({ id: 9, permissions: ['requests.answer_requests'] }))
    detail(reviewed())
    expect((await answer()).value).toBe('')
  })
})

describe('a colleague who was faster', () => {
  test('leaves nothing to decide about where nothing was written (§12.2089)', async () => {
    detail(reviewed(), {
      'POST /api/requests/12/note/': json(200, reviewed({ state: 'missing', version: 9 })),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')
    expect(await screen.findByText(CHANGED_NOTICE)).toBeTruthy()
    const waits = await screen.findByRole<HTMLInputElement>('radio', { name: 'Esperar' })
    expect(waits.checked).toBe(true)
    expect(screen.queryByText(/lo que escribiste/i)).toBeNull()
  })

  test('never turns a question into an answer, and is told once, where one decides (§12.30, §12.2155)', async () => {
    const { sent } = detail(reviewed(), {
      'POST /api/requests/12/note/': json(200, reviewed({ state: 'missing', version: 9 })),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(screen.getByLabelText('Qué falta'), 'Falta tu cédula')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')

    expect(await screen.findByText(/^Otra persona ya pidió lo que faltaba/)).toBeTruthy()
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) {
      expect(radio.checked).toBe(false)
    }
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar al socio' })
    expect(button.disabled).toBe(true)
    const text = screen.getByLabelText<HTMLTextAreaElement>('Lo que escribiste')
    expect(text.value).toBe('Falta tu cédula')
    await userEvent.click(screen.getByRole('radio', { name: 'Rechazar la solicitud' }))
    expect(screen.getByRole('button', { name: 'Rechazar y cerrar' })).toBeTruthy()
    expect(screen.queryByText(/^Otra persona/)).toBeNull()
    expect(sent('/resolve/')).toEqual([])
  })

  test('is announced until it was seen; one’s own actions are not', async () => {
    detail(reviewed(), {
      'POST /api/requests/12/assign/': json(200, reviewed({ assignee: mario, version: 5 })),
      'POST /api/requests/12/note/': [
        json(200, reviewed({ assignee: mario, version: 5 })),
        json(200, reviewed({ assignee: ivan, version: 6 })),
      ],
    })
    const note = async (text: string) => {
      await userEvent.type(await screen.findByLabelText('Nota interna'), text)
      await press('Guardar nota')
      await waitFor(() =>
        expect(screen.getByLabelText<HTMLTextAreaElement>('Nota interna').value).toBe(''),
      )
    }
    await press('Asignarme la solicitud')
    await screen.findByText('Mario Fuentes', { selector: 'p' })
    await note('Ojo')
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
    await note('Otra vez')
    expect(await screen.findByText(CHANGED_NOTICE)).toBeTruthy()
    await press('Entendido')
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
  })

  test('is announced with the colleague’s name, one’s own change is not, when the page reads again (§12.2306)', async () => {
    const by = (actor: string, id: number) =>
      ({
        id,
        at: '2026-11-18T15:00:00Z',
        kind: 'assigned',
        actor,
        text: actor,
        helped: null,
      }) as const
    const { events } = reviewed()
    const own = [...events, by('Mario Fuentes', 3)]
    const both = [...own, by('Iván Rojas', 4)]
    detail([
      reviewed(),
      reviewed({ events: own, version: 5 }),
      reviewed({ events: both, version: 6 }),
    ])
    const reconnect = () =>
      act(() => {
        onlineManager.setOnline(false)
        onlineManager.setOnline(true)
      })
    await screen.findByLabelText('Respuesta')
    reconnect()
    await screen.findByText('Mario Fuentes', { selector: '[data-kind=assigned] p' })
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
    reconnect()
    const told = await screen.findByText(/^Iván Rojas cambió el encargado/)
    expect(told.textContent).toBe(
      'Iván Rojas cambió el encargado el 18-11-2026 12:00. Aquí ves cómo está ahora: revisa la historia antes de seguir.',
    )
    await press('Entendido')
    expect(screen.queryByText(/^Iván Rojas cambió/)).toBeNull()
  })

  test('who asked meanwhile is named where one decides what becomes of the own text (§12.2306)', async () => {
    detail(reviewed(), {
      'POST /api/requests/12/note/': json(
        200,
        reviewed(answered('asked', 'El reverso', 'Iván Rojas')),
      ),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    await userEvent.type(screen.getByLabelText('Qué falta'), 'Falta tu cédula')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')
    const told = await screen.findByText(/^Iván Rojas pidió lo que falta el/)
    expect(told.textContent).toMatch(/18-11-2026 12:00\. Revisa la historia y elige/)
    expect(screen.queryByText(/^Otra persona/)).toBeNull()
  })

  test('stays announced when the page cannot be reloaded', async () => {
    detail([reviewed()], {
      'GET /api/requests/12/': [
        json(200, reviewed()),
        json(503, 'Más tarde'),
        json(200, reviewed({ version: 7 })),
      ],
      'POST /api/requests/12/resolve/': json(409, CONFLICT),
    })
    await userEvent.type(await answerField(), 'Está lista.')
    await press('Resolver y cerrar')
    await press('Actualizar')
    expect(await screen.findByText('No se pudo actualizar. Inténtalo de nuevo.')).toBeTruthy()
    expect(screen.getByText(CONFLICT)).toBeTruthy()
    await press('Actualizar')
    await waitFor(() => expect(screen.queryByText(CONFLICT)).toBeNull())
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
  })

  const answerField = () => screen.findByLabelText('Respuesta')
})

describe('the loop', () => {
  const next = buildRequestRow({ id: 13 })
  const list = (...rows: ReturnType<typeof buildRequestRow>[]) =>
    json(200, { results: rows, current: 1, lastPage: 1, counts: {}, flags: {} })
  const answers = {
    'GET /api/requests/': list(buildRequestRow({ id: 12 }), next),
    'GET /api/requests/13/': json(200, buildStaffRequest({ id: 13 })),
    'GET /api/requests/13/member/': json(200, { requests: [] }),
  }

  test.each([
    ['{Control>}{Enter}{/Control}', '/requests/13?state=sent'],
    ['{Control>}{Shift>}{Enter}{/Shift}{/Control}', '/requests/12?state=sent'],
  ])('answers by %s and goes to %s (§12.1204)', async (keys, address) => {
    const open = buildStaffRequest({ documents: [] })
    const resolved = {
      ...open,
      state: 'resolved' as const,
      version: 5,
      can_reopen: true,
      events: [
        ...open.events,
        { id: 99, at: '2026-11-20T15:00:00Z', kind: 'resolved' as const, actor: '', text: 'Listo' },
      ],
    }
    const { sent, where } = detail(open, {
      ...answers,
      'POST /api/requests/12/resolve/': json(200, resolved),
    })
    await screen.findByRole('button', { name: 'Resolver y abrir la siguiente' })
    await userEvent.keyboard('r')
    expect(document.activeElement).toBe(screen.getByLabelText('Respuesta'))
    await userEvent.keyboard(`Listo${keys}`)
    await waitFor(() => expect(where()).toBe(address))
    expect(sent('/resolve/')).toMatchObject([{ text: 'Listo' }])
    expect(await screen.findByText(/^Resolviste la Nº 12. Avisamos por correo a Rosa/)).toBeTruthy()
    const undo = screen.getByRole('link', { name: 'Reabrir' })
    expect(undo.getAttribute('href')).toBe('/requests/12?state=sent#reabrir')
  })

  test('opens the next one by its first, solid button, below the count of what is not accepted (§12.2022)', async () => {
    detail(buildStaffRequest({ documents: [buildDocument({ review: 'rejected' })] }), answers)
    const main = await screen.findByRole('button', { name: 'Pedir y abrir la siguiente' })
    const only = screen.getByRole('button', { name: 'Pedir al socio' })
    const count = screen.getByText('1 rechazado')
    expect([main, only].map(({ dataset }) => dataset.variant)).toEqual(['filled', 'default'])
    const isBefore = (one: Element, other: Element) =>
      one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING
    expect([isBefore(count, main), isBefore(main, only)]).toEqual([true, true])
  })

  test('p asks, n goes on and ? lists these keys and no others, in a line each thing that they do (§12.1204, §12.2241)', async () => {
    const { where } = detail(buildStaffRequest(), answers)
    await screen.findByRole('link', { name: 'Siguiente' })
    await userEvent.keyboard('p')
    expect(document.activeElement).toBe(screen.getByLabelText('Qué falta'))
    await userEvent.tab()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Teclas' }))
    const [part] = dialog.getAllByRole('heading', { level: 3 })
    expect(part?.textContent).toBe('En una solicitud')
    const section = part?.closest('section')
    const listed = [...(section?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent)
    expect(listed).toEqual(requestKeys().map(({ key }) => key))
    const lines = [...(section?.querySelectorAll('dd') ?? [])].map((line) => line.textContent)
    expect(lines).toEqual([...new Set(lines)])
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('n')
    await waitFor(() => expect(where()).toBe('/requests/13?state=sent'))
    await userEvent.keyboard('k')
    await waitFor(() => expect(where()).toBe('/requests/12?state=sent'))
  })

  test('on a phone a bar leads to the answer, and to the next and the previous request (§12.1950)', async () => {
    onScreen('1023.98px')
    const { where } = detail(buildStaffRequest(), answers)
    const foot = async () => within(await screen.findByRole('navigation', { name: 'En la lista' }))
    const next = await (await foot()).findByRole('link', { name: 'Siguiente solicitud' })
    expect((await foot()).getByRole('button', { name: 'Solicitud anterior' })).toHaveProperty(
      'disabled',
      true,
    )
    await userEvent.click((await foot()).getByRole('button', { name: 'Responder' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Respuesta'))
    await userEvent.click(next)
    await waitFor(() => expect(where()).toBe('/requests/13?state=sent'))
    await userEvent.click(await (await foot()).findByRole('link', { name: 'Solicitud anterior' }))
    await waitFor(() => expect(where()).toBe('/requests/12?state=sent'))
  })

  test('a closed request that leads nowhere has no such bar (§12.1950)', async () => {
    onScreen('1023.98px')
    detail(buildStaffRequest({ state: 'resolved' }))
    await screen.findByRole('button', { name: 'Guardar nota' })
    expect(screen.queryByRole('navigation', { name: 'En la lista' })).toBeNull()
  })

  test('printed from a narrow window it has everything unfolded, and no bar (§12.1950, §12.1951)', async () => {
    onScreen('1023.98px')
    const [sent] = buildStaffRequest().events
    const events = [1, 2, 3].map((id) => ({ ...sent, id }) as NonNullable<typeof sent>)
    detail(buildStaffRequest({ events }))
    await screen.findByText('Ver 1 paso anterior')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const folded = ['Historia', 'Socio'].map((name) =>
      screen.getByRole('region', { name }).querySelector('details'),
    )
    const bar = screen.queryByRole('button', { name: 'Solicitud anterior' })
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect([...folded, bar]).toEqual([null, null, null])
    expect(screen.getByText('Ver 1 paso anterior')).toBeTruthy()
  })

  test.each([
    ['on a phone', 2, '1023.98px'],
    ['on a wide screen', 3, ''],
  ])(
    '%s the history shows its last %i steps, the others folded (§12.1951, §12.2247)',
    async (_, shown, width) => {
      if (width) onScreen(width)
      const [sent] = buildStaffRequest().events
      const events = [1, 2, 3, 4, 5].map((id) => ({ ...sent, id }) as NonNullable<typeof sent>)
      detail(buildStaffRequest({ events }))
      const earlier = 5 - shown
      const more = (await screen.findByText(`Ver ${earlier} pasos anteriores`)).closest('details')
      expect(more?.open).toBe(false)
      const history = within(screen.getByRole('region', { name: 'Historia' }))
      expect(history.getAllByRole('listitem', { hidden: true })).toHaveLength(5)
      const folded = within(more as HTMLElement).getAllByRole('listitem', { hidden: true })
      expect(folded).toHaveLength(earlier)
    },
  )
})
