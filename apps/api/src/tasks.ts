import type { TaskList } from 'graphile-worker'
import { REQUEST_RESTORE } from './accounts/request-restore.ts'
import { sendRestoreLetter } from './accounts/send-restore-letter.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Mailer } from './mail/mailer.ts'
import { POST_LETTER } from './mail/queue-letter.ts'
import { openLetter } from './mail/sealed-letter.ts'
import type { RateLimits } from './throttle/rate-limits.ts'

export interface TaskServices {
  db: Database
  config: Config
  limits: RateLimits
  mailer: Mailer
}

/** Every background job, by the name that queues it. */
export function tasksFor({ db, config, limits, mailer }: TaskServices): TaskList {
  return {
    [POST_LETTER]: async (payload) => {
      const { sealed } = payload as { sealed: string }
      await mailer(openLetter(sealed, config.secretKey))
    },
    [REQUEST_RESTORE]: async (payload) => {
      const { rut } = payload as { rut: string }
      await sendRestoreLetter({ db, config, limits }, rut)
    },
  }
}
