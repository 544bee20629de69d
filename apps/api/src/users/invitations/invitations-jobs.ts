import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import type { QueuedInvitation } from './invitations-store.ts'
import { SEND_INVITATION, sendInvitation } from './send-invitation.ts'

export function invitationJobs(services: {
  db: Database
  config: Config
  mailer: Mailer
}): ModuleJobs {
  return {
    tasks: {
      [SEND_INVITATION]: (payload, { job }) =>
        sendInvitation(services, payload as QueuedInvitation, {
          isLastAttempt: job.attempts >= job.max_attempts,
        }),
    },
  }
}
