import { empty } from '@carpeta/contract/auth'
import { errorResponses, sentence } from '@carpeta/contract/errors'
import {
  changeProcedure as changeBody,
  orderProcedures as orderBody,
  procedureParams,
  procedureSchema,
  proceduresQuery,
  proceduresResponse,
  saveProcedure as saveBody,
} from '@carpeta/contract/procedures'
import { can } from '@carpeta/domain/access/permissions'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { Forbidden, NotFound } from '../http/errors.ts'
import { changeProcedure } from './change-procedure.ts'
import { createProcedure } from './create-procedure.ts'
import { deleteProcedure } from './delete-procedure.ts'
import { pageOfProcedures } from './list-procedures.ts'
import { orderProcedures } from './order-procedures.ts'
import { presentForCatalogue } from './present-procedure.ts'
import { findProcedure } from './procedures-store.ts'
import { restoreProcedure } from './restore-procedure.ts'

/** What members may ask for, and the catalogue in which staff keep it (spec §7). */
export function proceduresRoutes({ app, db }: Api): void {
  const access = 'procedures.change_procedures' as const
  const answers = <Ok>(ok: Ok) => ({ ...errorResponses, 409: sentence, 200: ok })

  app.get(
    '/api/procedures/',
    {
      config: { access: 'user', inView: true },
      schema: {
        summary: 'Los trámites que se pueden solicitar; para quien los administra, todos',
        querystring: proceduresQuery,
        response: answers(proceduresResponse),
      },
    },
    (request) => {
      const { user } = signedIn(request)
      if (can(user, access)) return pageOfProcedures(db, 'active', request.query)
      if (!user.profile.is_client) throw new Forbidden()
      return pageOfProcedures(db, 'offered', request.query)
    },
  )

  app.get(
    '/api/procedures/trashed/',
    {
      config: { access },
      schema: {
        summary: 'Los trámites eliminados',
        querystring: proceduresQuery,
        response: answers(proceduresResponse),
      },
    },
    (request) => pageOfProcedures(db, 'trashed', request.query),
  )

  app.get(
    '/api/procedures/:id/',
    {
      config: { access },
      schema: {
        summary: 'Un trámite',
        params: procedureParams,
        response: answers(procedureSchema),
      },
    },
    async (request) => {
      const procedure = await findProcedure(db, request.params.id, 'active')
      if (!procedure) throw new NotFound()
      return presentForCatalogue(procedure)
    },
  )

  app.post(
    '/api/procedures/',
    {
      config: { access, fieldErrors: true },
      schema: {
        summary: 'Añadir un trámite',
        body: saveBody,
        response: { ...errorResponses, 201: procedureSchema },
      },
    },
    async (request, reply) => {
      const procedure = await createProcedure(db, actorOf(request), request.body)
      return reply.code(201).send(presentForCatalogue(procedure))
    },
  )

  app.patch(
    '/api/procedures/:id/',
    {
      config: { access, fieldErrors: true },
      schema: {
        summary: 'Cambiar un trámite',
        params: procedureParams,
        body: changeBody,
        response: answers(procedureSchema),
      },
    },
    async (request) =>
      presentForCatalogue(
        await changeProcedure(db, actorOf(request), request.params.id, request.body),
      ),
  )

  app.delete(
    '/api/procedures/:id/',
    {
      config: { access },
      schema: { summary: 'Eliminar un trámite', params: procedureParams, response: answers(empty) },
    },
    async (request) => {
      await deleteProcedure(db, actorOf(request), request.params.id)
      return {}
    },
  )

  app.patch(
    '/api/procedures/:id/restore/',
    {
      config: { access },
      schema: {
        summary: 'Restaurar un trámite eliminado',
        params: procedureParams,
        response: answers(procedureSchema),
      },
    },
    async (request) =>
      presentForCatalogue(await restoreProcedure(db, actorOf(request), request.params.id)),
  )

  app.post(
    '/api/procedures/order/',
    {
      config: { access },
      schema: { summary: 'Ordenar los trámites', body: orderBody, response: answers(empty) },
    },
    async (request) => {
      await orderProcedures(db, actorOf(request), request.body.ids)
      return {}
    },
  )
}
