import { errorResponses } from '@carpeta/contract/errors'
import {
  folioParams,
  statementCheckResponse,
  statementFile,
  statementParams,
} from '@carpeta/contract/statements'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { clientAddress } from '../http/client-address.ts'
import { attachmentNamed } from '../http/send-attachment.ts'
import type { Member } from '../sales/sales-store.ts'
import { checkFolio } from './check-folio.ts'
import { issueCsv, issuePdf, type StatementFile } from './issue-statement.ts'

const PDF = 'application/pdf'
const CSV = 'text/csv; charset=utf-8'

/** A member's statement to take along, and what its folio tells. */
export function statementsRoutes(api: Api): void {
  const { app } = api
  const file = (type: string) => ({
    ...errorResponses,
    200: { description: 'El archivo', content: { [type]: { schema: statementFile } } },
  })

  app.get(
    '/api/sales/:code/statement.pdf',
    {
      config: { access: 'client', inView: true },
      schema: {
        summary: 'El estado de cuenta en papel',
        params: statementParams,
        response: file(PDF),
      },
    },
    async (request, reply) => {
      const { code } = request.params
      return sendFile(reply, PDF, await issuePdf(api, memberOf(request), actorOf(request), code))
    },
  )

  app.get(
    '/api/sales/:code/statement.csv',
    {
      config: { access: 'client', inView: true },
      schema: {
        summary: 'El estado de cuenta como planilla',
        params: statementParams,
        response: file(CSV),
      },
    },
    async (request, reply) => {
      const { code } = request.params
      return sendFile(reply, CSV, await issueCsv(api, memberOf(request), actorOf(request), code))
    },
  )

  app.get(
    '/api/statements/:folio/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Si un estado de cuenta en papel sigue vigente',
        params: folioParams,
        response: { ...errorResponses, 200: statementCheckResponse },
      },
    },
    async (request) => {
      const { folio, issuedAt, isCurrent } = await checkFolio(
        api,
        request.params.folio,
        clientAddress(request),
      )
      return { folio, issued_at: issuedAt, is_current: isCurrent }
    },
  )
}

function memberOf(request: FastifyRequest): Member {
  const { id, profile } = signedIn(request).user
  return { id, rut: profile.social_security }
}

function sendFile(reply: FastifyReply, type: string, { name, content }: StatementFile) {
  return reply.type(type).header('content-disposition', attachmentNamed(name)).send(content)
}
