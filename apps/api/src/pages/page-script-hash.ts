import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtWeb } from './built-web.ts'

const INLINE_SCRIPT = /<script type="module"[^>]*>(?<text>.+?)<\/script>/s

/** For the Content-Security-Policy: the script within the pages, which is the same on each; none without a build. */
export function pageScriptHash(folder = builtWeb): string[] {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return []
  const text = INLINE_SCRIPT.exec(readFileSync(page, 'utf8'))?.groups?.text
  if (!text) throw new Error(`${page} has no script of its own: build the web again`)
  return [`'sha256-${createHash('sha256').update(text).digest('base64')}'`]
}
