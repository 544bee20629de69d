import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The text of a file that only its owner reads, made where there is none yet. Of several processes
 * at once one makes it and all read the same: it appears whole, under its name, or not at all.
 */
export function readOrCreateFile(path: string, make: () => string): string {
  const kept = readIfThere(path)
  if (kept !== null) return kept
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

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
