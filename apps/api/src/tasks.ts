import type { TaskList } from 'graphile-worker'
import { forgetDeadLinks } from './accounts/links-store.ts'
import { REQUEST_RESTORE } from './accounts/request-restore.ts'
import { type LinkLetter, POST_LINK, postLink } from './accounts/send-link.ts'
import { sendRestoreLetter } from './accounts/send-restore-letter.ts'
import { forgetEndedSessions } from './auth/sessions-store.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Mailer } from './mail/mailer.ts'
import { POST_LETTER } from './mail/queue-letter.ts'
import { openLetter } from './mail/sealed-letter.ts'
import { forgetOldTries } from './throttle/login-tries-store.ts'
import type { RateLimits } from './throttle/rate-limits.ts'

export interface TaskServices {
  db: Database
  config: Config
  limits: RateLimits
  mailer: Mailer
}

const FORGET_ENDED = 'forget_ended'

/** Every night, in one of the processes (graphile-worker's crontab). */
export const crontab = `17 4 * * * ${FORGET_ENDED}`

/** Every background job, by the name that queues it. */
export function tasksFor({ db, config, limits, mailer }: TaskServices): TaskList {
  return {
    [POST_LETTER]: async (payload) => {
      const { sealed } = payload as { sealed: string }
      await mailer(openLetter(sealed, config.secretKey))
    },
    [POST_LINK]: (payload) => postLink({ db, config, mailer }, payload as LinkLetter),
    [REQUEST_RESTORE]: async (payload) => {
      const { rut } = payload as { rut: string }
      await sendRestoreLetter({ db, config, limits }, rut)
    },
    [FORGET_ENDED]: async () => {
      await forgetEndedSessions(db, config)
      await forgetDeadLinks(db)
      await forgetOldTries(db)
    },
  }
}
