import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf, png, type SampleFile } from '../../test/sample-files.ts'
import { TRANSFER } from '../../test/stored-requests.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.sentEmails()
})
afterAll(() => portal.close())

const rosasAddress = personas.rosa.email
const mariosAddress = personas.mario.email
const company = 'Cooperativa Vista al Biobío'

/** Recipients and subjects of the emails since the last call. */
let read = 0
async function newEmails(): Promise<string[]> {
  read ||= (await portal.sentEmails()).length
  const emails = await portal.sentEmails()
  const fresh = emails.slice(read).map(({ to, subject }) => `${to}: ${subject}`)
  read = emails.length
  return fresh.toSorted()
}

function ok({ status, body }: Answer) {
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  return body
}

test('Rosa asks, Mario rejects a document, Rosa replaces it, Mario answers with a file, Rosa reads it (§12.35)', async () => {
  const rosa = await portal.as('rosa')
  const mario = await portal.as('mario')
  await newEmails()
  const action = async (person: Visitor, name: string, body: object = {}) =>
    ok(await person.post(`/api/requests/${id}/${name}/`, json(body)))
  const attach = async (file: SampleFile, position?: number) =>
    ok(
      await rosa.post(
        '/api/upload-document/',
        upload(file, { request_id: id, ...(position === undefined ? {} : { position }) }),
      ),
    )

  // Rosa asks.
  const procedures = ok(await rosa.get('/api/procedures/'))
  const procedure = procedures.results.find(({ title }: { title: string }) => title === TRANSFER)
  const { id } = ok(
    await rosa.post(
      '/api/request/create/',
      json({ procedure_id: procedure.id, sale_code: 'V-1001', comment: 'A mi hija' }),
    ),
  )
  await attach(pdf('carta.pdf', { text: 'contenido firmado' }))
  await attach(png('cedula.png'))
  await attach(pdf('certificado.pdf'))
  expect(await newEmails()).toEqual([])
  ok(await rosa.post('/api/request/send/', json({ request_id: id })))
  expect(await newEmails()).toEqual([
    `${mariosAddress}: Nueva solicitud ${id}: ${TRANSFER}`,
    `${rosasAddress}: Recibimos tu solicitud ${id}: ${TRANSFER}`,
  ])

  // Mario finds it, assigns it to himself and reviews its documents.
  const { results } = ok(await mario.get('/api/requests/?member=12.345.678-5&state=sent'))
  expect(results).toMatchObject([{ id, procedure_title: TRANSFER, is_overdue: false }])
  const found = ok(await mario.get(`/api/requests/${id}/`))
  expect(staffRequestSchema.parse(found)).toEqual(found)
  expect(found.due_at).not.toBeNull()
  const people = ok(await mario.get('/api/requests/assignees/')).results
  const self = people.find(({ name }: { name: string }) => name.startsWith('Mario'))
  let { version } = await action(mario, 'assign', { version: found.version, user_id: self.id })
  ;({ version } = await action(mario, 'review', { version }))
  const [message, card, certificate] = found.documents
  expect((await mario.get(`/api/documents/${message.id}/`)).bytes.toString()).toContain(
    'contenido firmado',
  )
  for (const { id: document } of [message, certificate]) {
    const body = { version, accepted: true }
    ;({ version } = await action(mario, `documents/${document}/review`, body))
  }
  const rejection = { version, accepted: false, reason: 'Falta el reverso' }
  ;({ version } = await action(mario, `documents/${card.id}/review`, rejection))
  await action(mario, 'note', { text: 'La conozco del 2023' })
  const asked = await action(mario, 'ask', { version, text: 'Envía la cédula por ambos lados' })
  expect(asked).toMatchObject({ state: 'missing', due_at: null })
  expect(await newEmails()).toEqual([
    `${rosasAddress}: Falta algo en tu solicitud ${id}: ${TRANSFER}`,
  ])

  // Rosa replaces the document.
  const seen = ok(await rosa.get(`/api/requests/${id}/`))
  expect(seen.documents[1]).toMatchObject({ review: 'rejected', reason: 'Falta el reverso' })
  expect((await rosa.post(`/api/requests/${id}/reply/`, json({}))).status).toBe(400)
  await attach(pdf('cedula-entera.pdf'), 1)
  const replied = await action(rosa, 'reply', { comment: 'Va por ambos lados' })
  expect(replied).toMatchObject({ state: 'in_review' })
  expect(replied.documents[1]).toMatchObject({ name: 'cedula-entera.pdf', review: 'pending' })
  expect(await newEmails()).toEqual([
    `${mariosAddress}: Respuesta a la solicitud ${id}: ${TRANSFER}`,
  ])

  // Mario answers with a file that Rosa does not see until then.
  const again = ok(await mario.get(`/api/requests/${id}/`))
  expect(again.due_at).not.toBeNull()
  const withFile = ok(
    await mario.post(
      `/api/requests/${id}/answer-files/`,
      upload(pdf('resolución.pdf', { text: 'se acepta la cesión' })),
    ),
  )
  const [file] = withFile.answer_files
  expect((await rosa.get(`/api/documents/${file.id}/`)).status).toBe(404)
  expect(ok(await rosa.get(`/api/requests/${id}/`)).answer_files).toEqual([])
  const toReview = replied.documents.flatMap(({ id, review }: { id: number; review: string }) =>
    review === 'pending' ? id : [],
  )
  await action(mario, 'resolve', {
    version: withFile.version,
    text: 'El directorio la aceptó.',
    accept_documents: toReview,
  })
  expect(await newEmails()).toEqual([
    `${rosasAddress}: Respondimos tu solicitud ${id}: ${TRANSFER}`,
  ])

  // Rosa reads it.
  const answered = ok(await rosa.get(`/api/requests/${id}/`))
  expect(memberRequestSchema.strict().parse(answered)).toEqual(answered)
  expect(answered).toMatchObject({
    state: 'resolved',
    answer: 'El directorio la aceptó.',
    answer_files: [{ id: file.id, name: 'resolución.pdf' }],
  })
  expect(
    answered.events.map(({ kind, actor, text }: Record<string, string>) => [kind, actor, text]),
  ).toEqual([
    ['sent', 'Rosa Muñoz Sepúlveda', ''],
    ['review', company, ''],
    ['document_accepted', company, 'Carta de solicitud firmada'],
    ['document_accepted', company, 'Certificado de nacimiento o de matrimonio'],
    [
      'document_rejected',
      company,
      'Cédula de identidad de quien recibe, por ambos lados: Falta el reverso',
    ],
    ['asked', company, 'Envía la cédula por ambos lados'],
    [
      'document_replaced',
      'Rosa Muñoz Sepúlveda',
      'Cédula de identidad de quien recibe, por ambos lados',
    ],
    ['replied', 'Rosa Muñoz Sepúlveda', 'Va por ambos lados'],
    ['document_accepted', company, 'Cédula de identidad de quien recibe, por ambos lados'],
    ['resolved', company, 'El directorio la aceptó.'],
  ])
  const download = await rosa.get(`/api/documents/${file.id}/`)
  expect(download.status).toBe(200)
  expect(download.bytes.toString()).toContain('se acepta la cesión')

  // Reopening keeps the files of the answer.
  const closed = ok(await mario.get(`/api/requests/${id}/`))
  await action(mario, 'reopen', { version: closed.version, text: 'Faltó una firma' })
  const reopened = ok(await rosa.get(`/api/requests/${id}/`))
  expect(reopened).toMatchObject({
    state: 'in_review',
    answer: '',
    answer_files: [{ id: file.id }],
  })
  expect(await newEmails()).toEqual([`${rosasAddress}: Reabrimos tu solicitud ${id}: ${TRANSFER}`])
})

test('Rosa cancels her request: no emails are sent, and staff cannot act on it', async () => {
  const rosa = await portal.as('rosa')
  const mario = await portal.as('mario')
  const { results } = ok(await rosa.get('/api/procedures/'))
  const { id } = ok(
    await rosa.post(
      '/api/request/create/',
      json({ procedure_id: results[0].id, sale_code: 'V-1001', comment: 'Una copia' }),
    ),
  )
  ok(await rosa.post('/api/request/send/', json({ request_id: id })))
  await newEmails()
  expect(ok(await rosa.post(`/api/requests/${id}/cancel/`, json({}))).state).toBe('cancelled')
  const { version } = ok(await mario.get(`/api/requests/${id}/`))
  for (const name of ['review', 'ask', 'resolve', 'reject', 'reopen', 'assign']) {
    const body = { version, text: 'Algo', user_id: null }
    const { status } = await mario.post(`/api/requests/${id}/${name}/`, json(body))
    expect([name, status]).toEqual([name, 409])
  }
  expect(await newEmails()).toEqual([])
})
