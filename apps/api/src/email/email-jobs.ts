import type { SecretKeys } from '../config/secret-keys.ts'
import type { ModuleJobs } from '../jobs/module-jobs.ts'
import { SEND_EMAIL } from './enqueue-email.ts'
import type { Mailer } from './mailer.ts'
import { openSealedEmail } from './sealed-email.ts'

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
  }
}
