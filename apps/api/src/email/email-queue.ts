import { openSealedText, type SecretKeys, sealText } from '../config/secret-keys.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueJobs, type JobOptions } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { isMailServerAway, type Mailer } from './mailer.ts'
import type { Email } from './render-email.ts'

export const SEND_EMAIL = 'send_email'

/** Sends the email after the transaction commits, and not if it rolls back. */
export async function enqueueEmail(
  tx: Database | Transaction,
  message: Email,
  { secretKeys }: { secretKeys: SecretKeys },
): Promise<void> {
  // An account may have no email address.
  if (message.to === '') return
  const payload = { sealed: sealEmail(message, secretKeys) }
  await enqueueEmailJobs(tx, SEND_EMAIL, [payload], message.isUrgent ? 'urgent' : 'ordinary')
}

const EMAIL_FLAG = 'email'

/** Adds jobs that send an email each. */
export function enqueueEmailJobs(
  tx: Database | Transaction,
  task: string,
  payloads: unknown[],
  priority: NonNullable<JobOptions['priority']>,
): Promise<void> {
  return enqueueJobs(tx, task, payloads, { priority, flags: [EMAIL_FLAG] })
}

/** How long emails wait for a mail server that is away. */
const AWAY_MS = 60_000

/** The same mailer, and the flags of jobs that wait because it found the mail server away. */
export function watchMailServer(
  mailer: Mailer,
  awayMs = AWAY_MS,
): { mailer: Mailer; waitingFlags: () => string[] } {
  let awayUntil = 0
  return {
    mailer: async (email) => {
      try {
        await mailer(email)
      } catch (error) {
        if (isMailServerAway(error)) awayUntil = performance.now() + awayMs
        throw error
      }
    },
    waitingFlags: () => (performance.now() < awayUntil ? [EMAIL_FLAG] : []),
  }
}

// Emails that wait in the queue were encrypted for this purpose.
const PURPOSE = 'carpeta letters'

/** Encrypts an email for the job queue: it may contain a link, and links are stored only as hashes. */
export function sealEmail(message: Email, keys: SecretKeys): string {
  return sealText(JSON.stringify(message), keys, PURPOSE)
}

/** @throws when none of the keys fits or the text was changed */
export function openSealedEmail(sealed: string, keys: SecretKeys): Email {
  return JSON.parse(openSealedText(sealed, keys, PURPOSE))
}

export function emailJobs({
  config,
  mailer,
}: {
  config: { secretKeys: SecretKeys }
  mailer: Mailer
}): ModuleJobs {
  return {
    tasks: {
      [SEND_EMAIL]: async (payload) => {
        const { sealed } = payload as { sealed: string }
        await mailer(openSealedEmail(sealed, config.secretKeys))
      },
    },
    slow: [SEND_EMAIL],
  }
}
