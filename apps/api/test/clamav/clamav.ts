import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { stop } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'

/** What the test's own signature finds, in a file of any type. */
export const VIRUS = 'un virus de prueba de la Carpeta Virtual'
/** Below the largest document, as an operator may set it by mistake. */
export const STREAM_MAX_MB = 6

export interface Clamav {
  /** For `CLAMD_URL`. */
  url: string
  stop: () => Promise<void>
}

const programs = [process.env.CLAMD_PATH, '/usr/sbin/clamd', '/opt/homebrew/sbin/clamd']
const START_ATTEMPTS = 300

/** ClamAV's daemon in a temporary folder, with one signature; it asks no other machine. */
export async function startClamav(): Promise<Clamav> {
  const program = programs.find((path) => path && existsSync(path))
  if (!program) {
    throw new Error(
      'No hay un ClamAV para esta prueba. Instale «clamav-daemon» con el gestor de paquetes del sistema, o indique un clamd con CLAMD_PATH.',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-clamav-'))
  const [port, signatures] = [await freePort(), join(folder, 'signatures')]
  mkdirSync(signatures)
  const hex = Buffer.from(VIRUS).toString('hex')
  writeFileSync(join(signatures, 'prueba.ndb'), `Prueba.Carpeta:0:*:${hex}\n`)
  const settings = {
    Foreground: 'yes',
    DatabaseDirectory: signatures,
    TemporaryDirectory: folder,
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    MaxThreads: 2,
    StreamMaxLength: `${STREAM_MAX_MB}M`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(join(folder, 'clamd.conf'), lines.join(''))
  const child = spawn(program, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  await answers(port)
  return {
    url: `tcp://127.0.0.1:${port}`,
    stop: async () => {
      await stop(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ping(port).catch(() => '')
    if (answer.startsWith('PONG')) return
    if (attempt === START_ATTEMPTS) throw new Error('ClamAV no responde')
    await new Promise((retry) => setTimeout(retry, 100))
  }
}

async function ping(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write('zPING\0')
  return (await buffer(socket)).toString()
}
