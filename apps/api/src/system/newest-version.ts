import { z } from 'zod'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { readAnswer } from '../http/read-answer.ts'
import { type Check, ok, warning } from './check.ts'

/** Shorter than a look at 'Sistema', so that its line says why there is no answer. */
const ANSWER_MS = 4000
const MAX_BYTES = 100_000
const HOUR_MS = 3_600_000

/**
 * Whether a newer version is published at `LATEST_VERSION_URL`. Without the setting it says and asks nothing; with it
 * once an hour at most, also after a failure.
 */
export function newestVersionCheck(everyMs = HOUR_MS): Check {
  let asked: { at: number; newest: Promise<string | null> } | undefined
  return {
    name: 'Versión',
    examine: async ({ config: { latestVersionUrl } }) => {
      if (latestVersionUrl === null) return null
      if (!asked || performance.now() - asked.at >= everyMs) {
        asked = { at: performance.now(), newest: readNewest(latestVersionUrl).catch(() => null) }
      }
      const newest = await asked.newest
      if (newest === null) {
        return warning(`No se pudo consultar en ${latestVersionUrl.host} si hay una más nueva.`)
      }
      return isNewer(newest, PORTAL_VERSION)
        ? warning(`hay una más nueva, ${newest}; esta es la ${PORTAL_VERSION}.`)
        : ok(`no hay una más nueva que la ${PORTAL_VERSION}.`)
    },
  }
}

const VERSION = /^(\d{1,5}\.\d{1,5}\.\d{1,5})(?:-([\dA-Za-z.-]{1,40}))?$/

/** What a release's `package.json` has, and what an npm registry answers for `latest`. */
const manifest = z.object({ version: z.string().regex(VERSION) })

async function readNewest(address: URL): Promise<string> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  const text = await readAnswer(response, MAX_BYTES)
  if (response.status !== 200) throw new Error(String(response.status))
  return manifest.parse(JSON.parse(text)).version
}

/** As semantic versions: 2.1.0-rc.2 comes before 2.1.0-rc.10, and both before 2.1.0. */
function isNewer(version: string, than: string): boolean {
  const [numbers = '', candidate] = VERSION.exec(version)?.slice(1) ?? []
  const [ownNumbers = '', ownCandidate] = VERSION.exec(than)?.slice(1) ?? []
  if (numbers !== ownNumbers) return inOrder(ownNumbers, numbers)
  if (ownCandidate === undefined) return false
  return candidate === undefined || inOrder(ownCandidate, candidate)
}

function inOrder(first: string, second: string): boolean {
  return first.localeCompare(second, 'en', { numeric: true }) < 0
}
