import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Every worker reads the configuration: the environment keeps what was chosen once.
process.env.E2E_FOLDER ??= folderOfThisProcess()
// Also for the profiles of browsers.
process.env.TMPDIR = process.env.E2E_FOLDER
process.env.E2E_DATA_DIR ??= reachableFolder()
// Below the ephemeral ports: one that an outgoing call used stays taken for a minute.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000))

const port = process.env.E2E_PORT
export const dataDir = process.env.E2E_DATA_DIR

/** The real portal with the sample cooperative, on a data folder of its own. */
export const portalServer = {
  command: 'node apps/api/src/carpeta.ts serve',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    REGISTRATION_OPEN: 'true',
    ONLINE_PAYMENTS: 'simulator',
  },
  url: `http://localhost:${port}`,
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  stdout: 'ignore',
} as const

/** The system's Chromium without animations, and without calls of its own to the network. */
export const browser = {
  locale: 'es-CL',
  timezoneId: 'America/Santiago',
  reducedMotion: 'reduce' as const,
  launchOptions: {
    ...(process.env.CHROMIUM_PATH === ''
      ? {}
      : { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

/** It goes with Playwright, however a story ended that left something in it. */
function folderOfThisProcess(): string {
  const folder = reachableFolder()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Playwright ends its portal on SIGINT alone.
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.kill(process.pid, 'SIGINT'))
  }
  return folder
}

/** PostgreSQL does not run as root and has to get in, or its data would be kept elsewhere. */
export function reachableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}
