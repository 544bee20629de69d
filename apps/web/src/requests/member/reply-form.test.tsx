import type { MemberRequest } from '@carpeta/contract/requests'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildDocument, buildDraft, buildMemberRequest } from '../../testing/build-request.ts'
import { buildSlots, fakeDrafts } from '../../testing/fake-drafts.ts'
import { json } from '../../testing/fake-server.ts'
import { event, prepareMyRequestsTab, requestOf } from '../../testing/my-requests-tab.tsx'
import { reconnect } from '../../testing/reconnect.ts'
import { sentence } from '../../testing/sentence.ts'
import { withResolvers } from '../../testing/with-resolvers.ts'

beforeEach(prepareMyRequestsTab)

describe('replying', () => {
  const missing = buildMemberRequest({
    state: 'missing',
    documents: [
      buildDocument({ review: 'rejected', reason: 'Está vencida' }),
      buildDocument({ id: 72, position: 1, title: 'Liquidación', review: 'accepted' }),
    ],
    events: [event(1, 'sent'), event(2, 'asked', 'Necesitamos tu cédula vigente.')],
  })
  const slots = buildSlots({ 'Cédula de identidad': [] }).map((slot) => ({
    ...slot,
    reason: 'Está vencida',
  }))
  const replyDraft = (start = {}) =>
    fakeDrafts({ id: 12, slots, ...start }, ['/none/', '/none/'], 12)

  /** The form appears once the draft is read. */
  async function replying(
    request: MemberRequest,
    answers: Parameters<typeof requestOf>[1] = {},
    draft = replyDraft(request.documents.length > 0 ? {} : { slots: [] }),
  ) {
    const server = await requestOf(request, { ...draft.answers, ...answers })
    await screen.findByRole('form', { name: 'Responder' })
    return { ...server, draft }
  }

  const REPLY = 'POST /api/requests/12/reply/'
  const pdf = new File(['%PDF'], 'nueva.pdf', { type: 'application/pdf' })
  const respond = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Responder' })

  test('has a slot for the rejected documents only, with the reason under its title (§12.19, §12.2471)', async () => {
    await replying(missing)
    const form = within(screen.getByRole('form', { name: 'Responder' }))
    expect(form.getByText('Necesitamos tu cédula vigente.')).toBeTruthy()
    const title = form.getByText('Se rechazó el anterior: Está vencida').previousElementSibling
    expect(title?.textContent).toBe('Cédula de identidad')
    // What a file may be comes after the ways to choose one.
    const formats = form.getByText(/de hasta 10 MB/)
    const choose = form.getByRole('button', { name: /^Elegir archivo/ })
    expect(choose.compareDocumentPosition(formats)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(form.getAllByRole('listitem')).toHaveLength(1)
  })

  test('is where the question and the reason stand, once on the page (§12.2065)', async () => {
    await replying(missing)
    expect(screen.getAllByText('Necesitamos tu cédula vigente.')).toHaveLength(1)
    expect(screen.getAllByText(/Está vencida/)).toHaveLength(1)
    expect(screen.getByText('Rechazado')).toBeTruthy()
    expect(screen.getByText('La cooperativa pidió algo más')).toBeTruthy()
  })

  test('has no deadline, which it says; a right on personal data has its own (§12.1842)', async () => {
    await replying(missing)
    expect(screen.getByText('Sin plazo: tu trámite sigue cuando respondas.')).toBeTruthy()
    cleanup()
    await replying({ ...missing, answer_by: '2099-11-24' })
    expect(screen.getByText(sentence('Te responderemos a más tardar el 24-11-2099.'))).toBeTruthy()
    expect(screen.queryByText(/^Sin plazo/)).toBeNull()
  })

  test('takes files that nobody asked for by name, after the comment and without one (§12.1841)', async () => {
    const [optional] = buildSlots({ 'Fotos o documentos': [] }).map((slot) => ({
      ...{ ...slot, position: 1, is_optional: true },
    }))
    const request = { ...missing, documents: [] }
    const { calls } = await replying(
      request,
      { [REPLY]: json(200, buildMemberRequest({ state: 'in_review' })) },
      replyDraft({ slots: [optional] }),
    )
    await userEvent.click(respond())
    expect(screen.getByText('Escribe un comentario o adjunta un archivo')).toBeTruthy()
    const group = within(screen.getByRole('group', { name: /^Puedes adjuntar fotos/ }))
    await userEvent.upload(group.getByLabelText('Archivo: Fotos o documentos'), pdf)
    await waitFor(() => expect(respond().ariaDisabled).toBe('false'))
    await userEvent.click(respond())
    await waitFor(() => expect(calls('/reply/')).toHaveLength(1))
  })

  test('offers further files folded below the documents to replace, and keeps the focus (§12.2196)', async () => {
    const further = buildSlots({ 'Fotos o documentos': [] }).map((slot) => ({
      ...{ ...slot, position: 2, is_optional: true },
    }))
    await replying(missing, {}, replyDraft({ slots: [...slots, ...further] }))
    expect(screen.getAllByRole('button', { name: /^Elegir archivo/ })).toHaveLength(1)
    expect(screen.queryByRole('group', { name: /^Otras fotos/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Agregar otra foto o documento' }))
    const group = within(screen.getByRole('group', { name: 'Otras fotos o documentos (opcional)' }))
    const chooser = group.getByRole('button', { name: /^Elegir archivo/ })
    expect(document.activeElement).toBe(chooser)
  })

  test('does not stand for a rejected document (§12.1841)', async () => {
    const [rejected] = slots
    const optional = buildSlots({ 'Fotos o documentos': ['casa.pdf'] }).map((slot) => ({
      ...{ ...slot, position: 2, is_optional: true },
    }))
    await replying(missing, {}, replyDraft({ slots: [rejected, ...optional] }))
    expect(screen.getByRole('group', { name: 'Documento por reemplazar' })).toBeTruthy()
    expect(screen.getByText('casa.pdf')).toBeTruthy()
    await userEvent.click(respond())
    const lack = 'Reemplaza los documentos rechazados o escribe un comentario'
    expect(screen.getByText(lack)).toBeTruthy()
  })

  test('needs the documents, or at least a comment, and says so at the documents (§12.1936)', async () => {
    await replying(missing)
    await userEvent.click(respond())
    const lack = 'Reemplaza los documentos rechazados o escribe un comentario'
    const alert = within(screen.getByRole('group', { name: 'Documento por reemplazar' }))
    expect(alert.getByText(lack)).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Elegir archivo')
    expect(respond().ariaDisabled).toBe('true')
    await userEvent.type(written(), 'La pedí ayer')
    expect(screen.queryByText(lack)).toBeNull()
    expect(respond().ariaDisabled).toBe('false')
  })

  test('replaces the document, then replies, and learns that it arrived and when the answer comes (§12.1311)', async () => {
    const { calls, draft } = await replying(missing, {
      [REPLY]: json(200, {
        ...buildMemberRequest({ state: 'in_review', answer_by: '2099-11-24' }),
        events: [...missing.events, event(3, 'replied', 'Aquí va')],
      }),
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await screen.findByText('nueva.pdf')
    await userEvent.type(screen.getByRole('textbox', { name: 'Comentarios' }), 'Aquí va')
    await userEvent.click(respond())
    expect(await screen.findByText('Recibimos tu respuesta.')).toBeTruthy()
    expect(screen.getByText(sentence('Te contestaremos a más tardar el 24-11-2099.'))).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Recibimos tu respuesta.')
    const [upload] = calls('/api/upload-document/')
    const [reply] = calls('/reply/')
    const body = upload?.body instanceof FormData ? upload.body : new FormData()
    expect([body.get('request_id'), body.get('position')]).toEqual(['12', '0'])
    expect(draft.now().comment).toBe('Aquí va')
    expect(JSON.parse(String(reply?.body))).toMatchObject({ version: draft.now().version })
    expect(screen.queryByRole('form', { name: 'Responder' })).toBeNull()
  })

  const written = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comentarios' })

  test('keeps its text when the network fails and the request cannot be read again (§12.17)', async () => {
    await replying(missing, {
      'GET /api/requests/12/': [json(200, missing), json(503, 'Inténtalo más tarde')],
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await userEvent.type(written(), 'Aquí va')
    reconnect()
    expect(await screen.findByText('Inténtalo más tarde')).toBeTruthy()
    expect(written().value).toBe('Aquí va')
    expect(screen.getByText('nueva.pdf')).toBeTruthy()
  })

  test('has the text and the files of an earlier visit', async () => {
    const files = buildSlots({ 'Cédula de identidad': ['frente.jpg'] })
    await replying(missing, {}, replyDraft({ slots: files, comment: 'Aquí va' }))
    expect(screen.getByText('frente.jpg')).toBeTruthy()
    expect(written().value).toBe('Aquí va')
  })

  test('that is opened again does not ask for a document replaced meanwhile', async () => {
    const now = withResolvers<Response>()
    await replying(missing, {
      'GET /api/requests/12/': [json(200, missing), () => now.promise],
      'GET /api/requests/12/draft/': [
        json(200, buildDraft({ id: 12, slots })),
        json(200, buildDraft({ id: 12, version: 4 })),
      ],
    })
    reconnect()
    expect(screen.getByLabelText('Archivo: Cédula de identidad')).toBeTruthy()
    const [document, ...others] = missing.documents
    const replaced = { ...document, id: 75, review: 'pending', reason: '' }
    now.resolve(json(200, { ...missing, documents: [replaced, ...others] }))
    await waitFor(() => expect(screen.queryByLabelText('Archivo: Cédula de identidad')).toBeNull())
    expect(await screen.findByRole('button', { name: 'Responder' })).toBeTruthy()
  })

  test('that was already sent, perhaps in another tab, says so and shows it', async () => {
    await replying(missing, {
      [REPLY]: json(409, 'Este trámite ya cambió'),
      'GET /api/requests/12/': [
        json(200, missing),
        json(200, buildMemberRequest({ state: 'in_review' })),
      ],
    })
    await userEvent.upload(screen.getByLabelText('Archivo: Cédula de identidad'), pdf)
    await screen.findByText('nueva.pdf')
    await userEvent.click(respond())
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
    expect(await screen.findByText('La cooperativa está revisando tu trámite.')).toBeTruthy()
  })

  const tooLate = async (now: MemberRequest) => {
    const asked = { ...missing, documents: [] }
    await replying(asked, {
      [REPLY]: json(409, 'Este trámite ya cambió'),
      'GET /api/requests/12/': [json(200, asked), json(200, now)],
    })
    await userEvent.type(written(), 'Aquí va')
    await userEvent.click(respond())
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  }

  test('that came too late can be copied until it is discarded (§12.18)', async () => {
    const resolved = buildMemberRequest({
      state: 'resolved',
      answer: 'Listo.',
      events: missing.events,
    })
    await tooLate(resolved)
    expect(screen.getByText('Lo que escribiste no se envió:')).toBeTruthy()
    expect(screen.getByText('Aquí va')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.queryByText('Aquí va')).toBeNull()
    cleanup()
    await requestOf(resolved)
    expect(screen.queryByText(/no se envió/)).toBeNull()
  })

  test('that arrived, although its response was lost, is not shown as unsent', async () => {
    const events = [...missing.events, event(4, 'replied', 'Aquí va')]
    await tooLate({ ...missing, documents: [], state: 'in_review', events })
    expect(screen.getByText('Aquí va')).toBeTruthy()
    expect(screen.queryByText(/no se envió/)).toBeNull()
  })

  test('with a comment is enough where a comment was requested', async () => {
    const asked = { ...missing, documents: [buildDocument({ review: 'accepted' })] }
    const { calls } = await replying(asked, {
      [REPLY]: json(200, buildMemberRequest({ state: 'in_review' })),
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'Comentarios' }), 'El 12')
    await userEvent.click(respond())
    await screen.findByText('La cooperativa está revisando tu trámite.')
    expect(calls('/reply/')).toHaveLength(1)
  })
})
