import { errorResponses } from '@carpeta/contract/errors'
import { memberDataFile, memberDataSchema, rightsResponse } from '@carpeta/contract/personal-data'
import type { FastifyReply } from 'fastify'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { attachmentNamed } from '../http/send-attachment.ts'
import { listRights, type Procedure } from '../procedures/procedures-store.ts'
import { exportMemberData, memberDataJson } from './export-member-data.ts'
import { memberDataPdf } from './member-data-pdf.ts'

/** All that is held of a person, for himself; nobody who looks at his folder takes it along. */
export function personalDataRoutes(api: Api): void {
  const { app, db, limits } = api

  app.get(
    '/api/client/data.json',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Todo lo que el portal guarda de quien ingresó',
        response: {
          ...errorResponses,
          200: {
            description: 'El archivo',
            content: { 'application/json': { schema: memberDataSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      await limits.dataExports.spend(String(user.id))
      const data = await exportMemberData(api, actorOf(request), user.id, 'json')
      return sendFile(reply, 'application/json; charset=utf-8', {
        name: 'mis-datos.json',
        content: Buffer.from(memberDataJson(data)),
      })
    },
  )

  app.get(
    '/api/client/rights/',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Lo que se puede pedir sobre los propios datos',
        response: { ...errorResponses, 200: rightsResponse },
      },
    },
    async () => ({ results: (await listRights(db)).map(presentRight) }),
  )

  app.get(
    '/api/client/data.pdf',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Lo mismo, para leer e imprimir',
        response: {
          ...errorResponses,
          200: {
            description: 'El archivo',
            content: { 'application/pdf': { schema: memberDataFile } },
          },
        },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      await limits.dataExports.spend(String(user.id))
      const data = await exportMemberData(api, actorOf(request), user.id, 'pdf')
      return sendFile(reply, 'application/pdf', {
        name: 'mis-datos.pdf',
        content: await memberDataPdf(data),
      })
    },
  )
}

function presentRight({ id, dataSubjectRight, title, description, answerDays }: Procedure) {
  return { id, key: dataSubjectRight ?? '', title, description, answer_days: answerDays ?? 0 }
}

/** As bytes: the amounts are written already, and no serializer is to read them as floats. */
function sendFile(reply: FastifyReply, type: string, file: { name: string; content: Buffer }) {
  return reply
    .type(type)
    .header('content-disposition', attachmentNamed(file.name))
    .send(file.content)
}
