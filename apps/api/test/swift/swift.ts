import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// The names that `serve_bucket.py` gives.
export const ACCESS_KEY = 'carpeta:portal'
export const SECRET_KEY = 'S3creta'

export interface Swift {
  /** Its S3 interface, which verifies the signature of every call. */
  port: number
  stop: () => Promise<void>
}

const python = process.env.SWIFT_PYTHON ?? '/usr/bin/python3'
const program = fileURLToPath(new URL('serve_bucket.py', import.meta.url))

/** OpenStack Swift, as Debian packages it, as a single node. */
export async function startSwift(): Promise<Swift> {
  if (!existsSync(python)) throw missing('')
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-swift-'))
  const child = spawn(python, ['-B', program, folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(missing(errors))),
  ])
  return {
    port: Number(line),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function missing(errors: string): Error {
  return new Error(
    `No hay un OpenStack Swift para esta prueba. Instale «python3-swift» con el gestor de paquetes del sistema, o indique con SWIFT_PYTHON un Python que lo tenga.\n${errors}`,
  )
}
