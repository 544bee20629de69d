import { ADD_FILE, documentMessages, OPTIONAL_LABEL } from '@carpeta/domain/requests/document-rules'
import { questionText } from '@carpeta/domain/requests/question-text'
import { paymentQuestion } from '@carpeta/domain/requests/questions'
import { buildPayment, buildSale, day } from '@carpeta/domain/testing/build-sale'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildMemberRequest, buildProcedure } from '../../testing/build-request.ts'
import { buildUser, plain } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import {
  alerts,
  CREATE,
  choose,
  comments,
  draftOf,
  fieldsOf,
  form,
  noDocuments,
  pdf,
  prepareProceduresTab,
  procedures,
  SEND,
  submit,
  UPLOAD,
} from '../../testing/procedures-tab.tsx'
import { onScreen } from '../../testing/render-at.tsx'
import { ProceduresTab } from './procedures-tab.tsx'

beforeEach(prepareProceduresTab)

describe('the list', () => {
  test('has every procedure with its button, fetched as the specification says, below whom to call in an urgency and above whom to ask for another (§2.73, §7.19, §9.7, §12.2012, §12.2060, §12.2417)', async () => {
    const { seen } = procedures('/dashboard')
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
      'Actualización de datos',
      'Copia de contrato',
      'Cambio de titular',
    ])
    expect(screen.getAllByText('Solicitar trámite')).toHaveLength(3)
    expect(screen.getByRole('link', { name: '132 Bomberos' })).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Otra urgencia' })
    expect(screen.queryByText(/^Si es una urgencia/)).toBeNull()
    await userEvent.click(button)
    expect(screen.getByText(/^Si es una urgencia/)).toBeTruthy()
    expect(button.ariaExpanded).toBe('true')
    await userEvent.click(button)
    expect(screen.queryByText(/^Si es una urgencia/)).toBeNull()
    expect(screen.getByText('¿No está lo que necesitas?').parentElement?.textContent).toMatch(
      /Escríbenos a /,
    )
    expect(screen.getByText('1 documento requerido')).toBeTruthy()
    expect(screen.getByText('3 documentos requeridos')).toBeTruthy()
    expect(seen[1]?.url).toMatch(/\/api\/procedures\/\?page=1&pageSize=999&orderBy=&orderDesc=$/)
  })

  test('has the whole texts, the documents by name and the day of the answer before choosing (§12.1312, §12.2330)', async () => {
    const description = `${'Pide una copia de tu contrato. '.repeat(20)}`.trim()
    const contract = buildProcedure({
      ...{ id: 2, title: 'Copia de contrato', description },
      documents: ['Cédula de identidad', 'Poder simple'],
      answer_by: '2026-12-03',
    })
    const { document_amount, ...plain } = buildProcedure({ id: 3, title: 'Otro' })
    procedures('/dashboard', {
      'GET /api/procedures/': json(200, {
        results: [contract, noDocuments, { ...plain, document_amount: 2, documents: undefined }],
        current: 1,
        lastPage: 1,
      }),
    })
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      `Copia de contrato${description}Cédula de identidad · Poder simple2 documentos requeridosEnviado hoy, respuesta hasta el 03-12-2026Solicitar trámite`,
      `${noDocuments.title}${noDocuments.description}Puedes adjuntar fotos.No necesitas documentosSolicitar trámite`,
      `Otro${plain.description}2 documentos requeridosSolicitar trámite`,
    ])
    // A phone opens each of them; from 640 px on they are open.
    const open = () => screen.getAllByRole('group').map((text) => text.hasAttribute('open'))
    expect(open()).toEqual([false, false, false])
    cleanup()
    onScreen('640px')
    procedures('/dashboard')
    await screen.findAllByRole('listitem')
    expect(open()).toEqual([true, true, true])
  })

  test('leads to the form, which is in the address, and back (§2.75)', async () => {
    const { where } = procedures('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Solicitar trámite: Copia de contrato' }),
    )
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=2')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Copia de contrato' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Volver' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('is shown for a procedure that is no longer there', async () => {
    procedures(form(99))
    expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  })

  test('has no inactive procedure for Mario, who edits the catalogue and has a sale (§10.60)', async () => {
    const results = [
      { ...noDocuments, is_active: true },
      { ...noDocuments, id: 7, is_active: false },
    ]
    procedures('/dashboard', {
      'GET /api/procedures/': json(200, { results, current: 1, lastPage: 1 }),
    })
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })

  test('that is empty says whom to ask, and whom to call in an urgency (§12.2060)', async () => {
    procedures('/dashboard', { 'GET /api/procedures/': json(200, { results: [] }) })
    expect(await screen.findByText('Por ahora no hay trámites para solicitar')).toBeTruthy()
    expect(screen.getByRole('link', { name: '132 Bomberos' })).toBeTruthy()
  })

  test('that cannot be read can be retried, and an urgency does not wait for it (§12.2060)', async () => {
    procedures('/dashboard', {
      'GET /api/procedures/': [
        json(422, 'No disponible'),
        json(200, { results: [noDocuments], current: 1, lastPage: 1 }),
      ],
    })
    expect(await screen.findByRole('link', { name: '132 Bomberos' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })
})

describe('a question', () => {
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [5] })]
  const sale = buildSale({ questionProcedureId: 1, payments })
  const page = <ProceduresTab sale={sale} today={day('2026-11-20')} />
  const ABOUT = paymentQuestion(day('2026-11-12'), day('2026-11-05'))
  const ask = () => screen.getByRole('button', { name: 'Enviar consulta' })

  test('is asked from the list, which then needs no address to write to (§12.2410)', async () => {
    procedures('/dashboard', {}, { page })
    await userEvent.click(await screen.findByRole('button', { name: /^Preguntar: / }))
    expect(ask()).toBeTruthy()
    cleanup()
    procedures('/dashboard', {}, { page })
    await screen.findAllByRole('listitem')
    expect(screen.queryByText('¿No está lo que necesitas?')).toBeNull()
    expect(screen.getByText(/^La respuesta llega a esta carpeta/)).toBeTruthy()
  })

  test('about a payment is written already, is saved once it is sent or changed, and not by looking at it (§12.2413)', async () => {
    const address = `${form(1)}&sobre=${ABOUT}`
    const { calls, unmount } = procedures(address, {}, { page })
    const text = questionText(ABOUT, sale)
    expect(text).not.toBe('')
    expect((await comments()).value).toBe(text)
    expect(screen.getByText('Ya está escrita: revísala y envíala.')).toBeTruthy()
    expect(screen.queryByText('Recuperamos lo que habías escrito')).toBeNull()
    expect(screen.queryByText(OPTIONAL_LABEL)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: ADD_FILE }))
    expect(screen.getByText(OPTIONAL_LABEL)).toBeTruthy()
    unmount()
    expect(calls('/api/request/create/')).toHaveLength(0)

    const { calls: later } = procedures(address, {}, { page })
    await comments()
    await userEvent.click(ask())
    expect(await screen.findByRole('dialog')).toBeTruthy()
    const [begun] = later('/api/request/create/')
    expect(JSON.parse(String(begun?.body))).toMatchObject({ about: ABOUT, comment: text })
    expect(later('/api/request/send/')).toHaveLength(1)
    const [read] = later('/api/request/draft/')
    expect(new URL(read?.url ?? '', 'http://x').searchParams.get('about')).toBe(ABOUT)
  })

  test('about what no screen begins is a free one (§12.2412)', async () => {
    procedures(`${form(1)}&sobre=otra`, {}, { page })
    expect((await comments()).value).toBe('')
  })

  test('that was begun on another device goes on as it was left (§12.2412)', async () => {
    const comment = 'Ya les escribí'
    const draft = draftOf(form(1), { id: 5, version: 2, comment })
    procedures(`${form(1)}&sobre=${ABOUT}`, {}, { page, draft })
    expect((await comments()).value).toBe(comment)
  })
})

test('staff who view a folder see the procedures, without a button', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  procedures(form(1))
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  // Of the urgency's row.
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

describe('a procedure without documents', () => {
  test('needs a comment; the error disappears with the first character (§5.25, §12.2470)', async () => {
    const { calls } = procedures(form(1))
    await comments()
    await userEvent.click(submit())
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    expect(submit().ariaDisabled).toBe('true')
    expect(document.activeElement).toBe(await comments())
    await userEvent.click(submit())
    expect(document.activeElement).toBe(await comments())
    await userEvent.type(await comments(), 'M')
    expect(screen.queryByText('Ingrese un comentario')).toBeNull()
    expect(submit().ariaDisabled).toBe('false')
    expect(calls('/api/request/create/')).toHaveLength(0)
  })

  test('is created and sent; the dialog says so (§4.17, §4.18, §10.68)', async () => {
    const { seen, calls } = procedures(form(1))
    fireEvent.change(await comments(), { target: { value: 'Mi correo cambió' } })
    await userEvent.click(submit())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La solicitud se ha guardado correctamente')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'OK' })).toBeTruthy()
    const [created] = calls('/api/request/create/')
    expect(fieldsOf(created?.body)).toMatchObject({
      procedure_id: 1,
      sale_code: 'V-1001',
      comment: 'Mi correo cambió',
    })
    expect(fieldsOf(calls('/api/request/send/')[0]?.body)).toMatchObject({ request_id: 5 })
    // Nothing is changed after it.
    const changes = seen.filter(({ method }) => method !== 'GET')
    expect(changes.at(-1)?.url).toContain('/api/request/send/')
  })

  test('once sent says when it is answered, and leads to it first (§12.1724, §12.2333)', async () => {
    procedures(form(1), {
      'GET /api/requests/5/': json(200, buildMemberRequest({ id: 5, answer_by: '2026-12-04' })),
    })
    fireEvent.change(await comments(), { target: { value: 'Mi correo cambió' } })
    await userEvent.click(submit())
    const dialog = await screen.findByRole('dialog')
    await waitFor(() =>
      expect(dialog.textContent).toContain('Te responderemos a más tardar el 04-12-2026.'),
    )
    expect(dialog.textContent).toContain('Recibimos tu solicitud Nº 5.')
    const buttons = within(dialog).getAllByRole('button').slice(-2)
    expect(buttons.map(({ textContent, dataset }) => [textContent, dataset.variant])).toEqual([
      ['Ver mi trámite', 'filled'],
      ['OK', 'default'],
    ])
  })

  test('takes optional photos, after the comment, which go up as they are chosen and are one document (§12.1840)', async () => {
    const { calls } = procedures(form(1))
    const photos = await screen.findByRole('group', {
      name: 'Puedes adjuntar fotos o documentos (opcional)',
    })
    const order = (await comments()).compareDocumentPosition(photos)
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const chooser = screen.getByLabelText<HTMLInputElement>('Archivo: Fotos o documentos')
    expect(chooser.multiple).toBe(true)
    await choose('Fotos o documentos', pdf('muro.pdf'), pdf('techo.pdf'))
    await waitFor(() => expect(screen.getAllByText(/Subido/)).toHaveLength(2))
    const places = calls('/api/upload-document/').map(({ body }) => fieldsOf(body).position)
    expect(places).toEqual(['0', '0'])
    expect(screen.getByText('Uniremos estos archivos en un solo PDF, en este orden.')).toBeTruthy()
    expect(screen.getByLabelText('Otro archivo: Fotos o documentos')).toBeTruthy()
    // The comment is what the procedure asks for.
    await userEvent.click(submit())
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    fireEvent.change(await comments(), { target: { value: 'Se filtra agua' } })
    await userEvent.click(submit())
    expect(await screen.findByText('La solicitud se ha guardado correctamente')).toBeTruthy()
  })

  test('whose documents were dropped meanwhile keeps their files apart until they are moved (§12.1041, §12.1840)', async () => {
    const file = { id: 70, name: 'cedula.pdf', size: 1000, type: 'application/pdf' as const }
    const draft = draftOf(form(1), { id: 5, comment: 'Va', surplus: [file] })
    procedures(form(1), {}, { draft })
    await userEvent.click(await screen.findByRole('button', { name: 'Solicitar trámite' }))
    expect(alerts()).toEqual([documentMessages.surplus.text])
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Agregar cedula.pdf a' }),
      'Fotos o documentos',
    )
    await waitFor(() => expect(alerts()).toEqual([]))
    expect(draft.now()).toMatchObject({ slots: [{ files: [{ id: 70 }] }], surplus: [] })
  })

  test('asks for the comment, which is optional with documents (§12.1312)', async () => {
    procedures(form(1))
    await comments()
    expect(screen.queryByText('Opcional')).toBeNull()
    cleanup()
    procedures(form(3))
    await comments()
    expect(screen.getByText('Opcional')).toBeTruthy()
  })

  test('says beforehand which address is notified (§12.11)', async () => {
    procedures(form(1))
    expect(
      await screen.findByText('Te avisaremos a r***@example.cl cuando haya novedades.'),
    ).toBeTruthy()
  })

  test('promises no emails to a member who turned them off (§12.12)', async () => {
    procedures(form(1), { 'GET /api/client/preferences/': json(200, { request_letters: false }) })
    expect(await screen.findByText(/No te enviaremos correos sobre este trámite/)).toBeTruthy()
  })
})

describe('without drafts', () => {
  const SENT = 'La solicitud se ha guardado correctamente'

  test.each([
    ['that the API does not have', json(404, { detail: 'x' }), buildUser()],
    ['that it refuses', json(403, { detail: 'x' }), buildUser()],
    ['of the specification alone', json(404, { detail: 'x' }), plain(buildUser())],
  ])(
    '%s, the request is created, its documents uploaded one by one, and sent (§12.705)',
    async (_, draft, user) => {
      storeUser(user)
      const { seen, calls } = procedures(form(3), { 'GET /api/request/draft/': draft })
      await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
      expect(screen.queryByRole('button', { name: /^Agregar otra página/ })).toBeNull()
      await userEvent.type(await comments(), 'Para mi hija')
      await userEvent.click(submit())
      await screen.findByRole('dialog', { name: SENT })
      const posted = seen.filter(({ method }) => method !== 'GET')
      expect(posted.map(({ url }) => new URL(url).pathname)).toEqual([
        '/api/request/create/',
        '/api/upload-document/',
        '/api/upload-document/',
        '/api/upload-document/',
        '/api/request/send/',
      ])
      expect(calls('/upload-document/').map(({ body }) => fieldsOf(body).document)).toEqual([
        'a.pdf',
        'b.pdf',
        'c.pdf',
      ])
      // On another host the header would need its permission.
      expect(posted[0]?.headers).not.toHaveProperty('Idempotency-Key')
    },
  )

  test('each attempt is a new request with all its documents (§12.705)', async () => {
    storeUser(plain(buildUser()))
    const { calls } = procedures(form(3), {
      [CREATE]: [json(201, { id: 5 }), json(201, { id: 6 })],
      [UPLOAD]: [json(201, {}), json(503, 'Más tarde'), json(201, {})],
      [SEND]: json(200, {}),
    })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await userEvent.click(submit())
    expect(await screen.findByText('Más tarde')).toBeTruthy()
    expect(alerts()).toHaveLength(1)
    await userEvent.click(submit())
    await screen.findByRole('dialog', { name: SENT })
    const uploads = calls('/upload-document/').map(({ body }) => fieldsOf(body))
    expect(uploads.map(({ request_id, document }) => `${request_id} ${document}`)).toEqual([
      '5 a.pdf',
      '5 b.pdf',
      '6 a.pdf',
      '6 b.pdf',
      '6 c.pdf',
    ])
    expect(fieldsOf(calls('/request/send/')[0]?.body)).toMatchObject({ request_id: 6 })
  })

  test('what was typed stays in this tab (§12.705)', async () => {
    storeUser(plain(buildUser()))
    const { unmount } = procedures(form(1))
    await userEvent.type(await comments(), 'Me cambié')
    unmount()
    const { seen } = procedures(form(1))
    expect((await comments()).value).toBe('Me cambié')
    expect(seen.filter(({ url }) => url.includes('draft'))).toEqual([])
  })

  test('a file too many is refused (§5.20)', async () => {
    storeUser(plain(buildUser()))
    procedures(form(3))
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf'))
    expect(alerts()).toEqual(['El máximo número de documentos permitidos es 3'])
    expect(screen.queryByLabelText('Agregar d.pdf a')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Quitar d.pdf' }))
    expect(alerts()).toEqual([])
  })
})
