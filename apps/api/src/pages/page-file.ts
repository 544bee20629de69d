import { join } from 'node:path'
import type { Config } from '../config/config.ts'

const OFFLINE_WORKER = 'offline-worker.js'

/** The file of the built web that a path means, if it exists. `/dashboard/` is `dashboard/index.html`. */
export function pageFile(path: string, config: Pick<Config, 'offlineStatements'>): string | null {
  const name = path.replace(/^\/+|\/+$/g, '')
  const parts = name.split('/')
  if (parts.some((part) => part === '..' || part.startsWith('.'))) return null
  if (!config.offlineStatements) {
    // A browser that has the worker fetches this address again, and then removes it.
    if (name === OFFLINE_WORKER) return 'offline-worker-removal.js'
    if (parts[0] === 'offline') return null
  }
  return name.includes('.') ? name : join(name, 'index.html')
}
