import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Api } from '../http/api.ts'
import { hostTable, pageFile } from './page-file.ts'

const NOT_FOUND = 'not-found/index.html'

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
  app.get('/*', async (request, reply) => {
    const path = decodeURI(request.url.split('?')[0] ?? '/')
    if (path.startsWith('/api/')) return reply.callNotFound()
    const found = pageFile(path, config)
    const isFound = found !== null && existsSync(join(builtWeb, found))
    const file = isFound ? found : NOT_FOUND
    if (/^(offline\/)?assets\//.test(file)) {
      return reply.sendFile(file, { immutable: true, maxAge: '1y' })
    }
    reply.header('cache-control', 'no-cache')
    return reply.code(isFound ? 200 : 404).sendFile(file, { cacheControl: false })
  })
}

/** Pages and assets, as the build of the web leaves them. */
const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))
