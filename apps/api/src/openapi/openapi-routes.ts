import { endpoints } from '@carpeta/contract/openapi'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { apiDocs } from './api-docs.ts'

/** The contract, as an OpenAPI document and to read; not in production (docs/security.md 8.6). */
export async function openApiRoutes(api: Api): Promise<void> {
  const { app, config } = api
  if (config.environment === 'production') return
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Carpeta Virtual', version: '1' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sessionid' } },
      },
    },
    // Pages are no calls.
    transform: (route) =>
      route.url.startsWith('/api/')
        ? jsonSchemaTransform(route)
        : { ...route, schema: { ...route.schema, hide: true } },
  })
  serve(api, endpoints, {
    'GET /api/openapi.json': () => ({ ...app.swagger() }),
    'GET /api/docs': ({ reply }) => reply.type(endpoints['GET /api/docs'].file).send(apiDocs()),
  })
}
