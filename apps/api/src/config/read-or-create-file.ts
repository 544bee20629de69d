import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads a file that only its owner may read, or creates it. A link makes it appear complete, so that
 * several processes at once all read the same text.
 */
export function readOrCreateFile(path: string, make: () => string): string {
  const existing = readIfExists(path)
  if (existing !== null) return existing
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}-${randomBytes(6).toString('hex')}`
  writeFileSync(draft, make(), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
