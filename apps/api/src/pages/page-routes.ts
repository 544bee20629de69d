import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environments } from '@carpeta/contract/environments'
import { browserInactivityLimit } from '@carpeta/domain/access/session-rules'
import fastifyStatic from '@fastify/static'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'
import type { Api } from '../http/api.ts'

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

const OFFLINE_WORKER = 'offline-worker.js'

/**
 * The file of the built web that a path means, if it exists: of `/dashboard/` it is `dashboard/index.html`, of
 * `/users/7` it is `users/:id/index.html`.
 */
export function pageFile(path: string, config: Pick<Config, 'offlineStatements'>): string | null {
  // Not by an expression: to search slashes up to the end takes the square of their number.
  const parts = path.split('/').filter((part) => part !== '')
  const name = parts.join('/')
  if (parts.some((part) => part === '..' || part.startsWith('.'))) return null
  if (!config.offlineStatements) {
    // A browser that has the worker fetches this address again, and then removes it.
    if (name === OFFLINE_WORKER) return 'offline-worker-removal.js'
    if (parts[0] === 'offline') return null
  }
  if (name.includes('.')) return name
  return join(...parts.map((part) => (/^\d{1,10}$/.test(part) ? ':id' : part)), 'index.html')
}

/** `/environments.json`: the table of the web's build, with this portal's host added. */
export function hostTable(config: Config): Environments {
  const { retention } = config
  const max_inactivity = browserInactivityLimit(config.sessionIdleMs)
  return {
    ...defaultEnvironments,
    localhost: {
      ...defaultEnvironments.localhost,
      api: `http://localhost:${config.port}`,
      max_inactivity,
      retention,
    },
    [config.publicUrl.hostname]: {
      ...environmentDefaults(config.environment),
      ...cooperativeOf(config),
      max_inactivity,
      retention,
    },
  }
}
