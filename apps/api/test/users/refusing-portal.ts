import { onTestFinished } from 'vitest'
import { mailerFor } from '../../src/email/mailer.ts'
import { workOnce } from '../../src/jobs/run-worker.ts'
import { rateLimitsFor } from '../../src/throttle/rate-limits.ts'
import { jobsFor } from '../../src/worker.ts'
import { openPortalForTest } from '../open-portal.ts'
import { openMailServer } from '../smtp-server.ts'

type Refusal = { code: number; message: string } | undefined

export const noSuchMailbox = { code: 550, message: '5.1.1 no such mailbox here' }

/** A portal whose emails go to a mail server that refuses some addresses; `work` runs the waiting jobs. */
export async function openRefusingPortal(refuses: (address: string) => Refusal) {
  const server = await openMailServer({ refuses })
  onTestFinished(server.close)
  const portal = await openPortalForTest({ SMTP_URL: server.url })
  const { db, pool, config, app } = portal
  const { tasks } = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) })
  return { portal, db, server, work: () => workOnce(pool, tasks, app.log) }
}
