import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { portalServer, reachableFolder } from '../portal-server.ts'

export interface OwnPortal {
  url: string
  stop(): Promise<void>
}

interface Place {
  /** Of a built copy of the portal; by default this one. */
  folder?: string
  /** Beside how many others. */
  at?: number
}

/** A portal on data of its own, beside that of the stories. */
export async function openPortal(
  settings: Record<string, string> = {},
  { folder = portalServer.cwd, at = 0 }: Place = {},
): Promise<OwnPortal> {
  const port = Number(new URL(portalServer.url).port) + 1 + at
  const url = `http://localhost:${port}`
  const [command = '', ...args] = portalServer.command.split(' ')
  const server = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      ...portalServer.env,
      PORT: String(port),
      DATA_DIR: reachableFolder(),
      ...settings,
    },
    stdio: 'ignore',
  })
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`The portal ended with ${server.exitCode}`)
    await wait(200)
  }
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health/ready/`).catch(() => null)
  return answer?.ok === true
}
