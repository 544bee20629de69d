import { join } from 'node:path'
import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environments } from '@carpeta/contract/environments'
import { parameterPages } from '@carpeta/contract/parameter-pages'
import { browserInactivityLimit } from '@carpeta/domain/access/session-rules'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'

const OFFLINE_WORKER = 'offline-worker.js'

/** The skeleton of every page behind the login. */
const SKELETON = '404.html'

const withParameter = parameterPages.map(
  (path) => new RegExp(`^${path.slice(1).replace(':id', '\\d{1,10}')}$`),
)

/** The file of the built web that a path means, if it exists: of `/dashboard/` it is `dashboard/index.html`. */
export function pageFile(path: string, config: Pick<Config, 'offlineStatements'>): string | null {
  const name = path.replace(/^\/+|\/+$/g, '')
  const parts = name.split('/')
  if (parts.some((part) => part === '..' || part.startsWith('.'))) return null
  if (!config.offlineStatements) {
    // A browser that has the worker fetches this address again, and then removes it.
    if (name === OFFLINE_WORKER) return 'offline-worker-removal.js'
    if (parts[0] === 'offline') return null
  }
  if (withParameter.some((pattern) => pattern.test(name))) return SKELETON
  return name.includes('.') ? name : join(name, 'index.html')
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
