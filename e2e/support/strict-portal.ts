import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { portalServer, reachableFolder } from '../portal-server.ts'

interface StrictPortal {
  url: string
  stop(): Promise<void>
}

/** A portal on data of its own, in which staff need a second factor. */
export async function openStrictPortal(): Promise<StrictPortal> {
  const port = Number(new URL(portalServer.url).port) + 1
  const url = `http://localhost:${port}`
  const [command = '', ...args] = portalServer.command.split(' ')
  const server = spawn(command, args, {
    cwd: portalServer.cwd,
    env: {
      ...process.env,
      ...portalServer.env,
      PORT: String(port),
      DATA_DIR: reachableFolder(),
      REQUIRE_STAFF_FACTOR: 'true',
    },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${url}/api/health/ready/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: portalServer.timeout }).toBe(true)
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}
