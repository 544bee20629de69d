import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Api } from '../app.ts'

/** The OpenAPI document, generated from the contract. Not served in production (security.md 8.6). */
export async function openApiRoutes({ app, config }: Api): Promise<void> {
  if (config.environment === 'production') return
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Carpeta Virtual', version: '1' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sessionid' } },
      },
    },
    transform: jsonSchemaTransform,
  })
  app.get(
    '/api/openapi.json',
    {
      config: { access: 'public' },
      schema: { summary: 'Este documento' },
    },
    async () => app.swagger(),
  )
}
