import { join } from 'node:path'
import { parameterPages } from '@carpeta/contract/parameter-pages'
import type { Config } from '../config/config.ts'

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
