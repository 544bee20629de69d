import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Api } from '../http/api.ts'
import { builtWeb } from './built-web.ts'
import { hostTable } from './host-table.ts'
import { pageFile } from './page-file.ts'

const NOT_FOUND = '404.html'

/** Serves the built web: prerendered pages, assets and the host table. */
export async function pageRoutes({ app, config }: Api): Promise<void> {
  app.get('/environments.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(hostTable(config)),
  )
  if (!existsSync(builtWeb)) return
  await app.register(fastifyStatic, {
    root: builtWeb,
    wildcard: false,
    serve: false,
    preCompressed: true,
  })
  // Every page is a file, so a member's file is a part of the users page.
  app.get<{ Params: { id: string } }>('/users/:id(^\\d{1,10}$)', async ({ params }, reply) =>
    reply.redirect(`/users?usuario=${params.id}`),
  )
  app.get('/*', async (request, reply) => {
    const path = decodeURI(request.url.split('?')[0] ?? '/')
    if (path.startsWith('/api/')) return reply.callNotFound()
    const found = pageFile(path, config)
    const file = found !== null && existsSync(join(builtWeb, found)) ? found : NOT_FOUND
    if (/^(offline\/)?assets\//.test(file)) {
      return reply.sendFile(file, { immutable: true, maxAge: '1y' })
    }
    reply.header('cache-control', 'no-cache')
    return reply.code(file === NOT_FOUND ? 404 : 200).sendFile(file, { cacheControl: false })
  })
}
