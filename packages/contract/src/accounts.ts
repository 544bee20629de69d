import { z } from 'zod'
import { profileSchema } from './auth.ts'
import { id, instant, text } from './text.ts'

export const sendRestoreRequest = z.object({ social_security: text(50) })

/** The link's state: where the browser goes next (spec §2, check-link screen). */
export const linkCheckResponse = z.object({
  can_restore_password: z.boolean(),
  is_active: z.boolean(),
})

export const setPasswordRequest = z.object({ token: text(100), password: text(1024) })
export const restorePasswordRequest = z.object({ code: text(100), password: text(1024) })
export const setPasswordResponse = z.object({ social_security: z.string() })

export const changePasswordRequest = z.object({
  old_password: text(1024),
  new_password: text(1024),
})

export const clientResponse = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_active: z.literal(true),
  profile: profileSchema,
})

/** A missing or repeated token is as dead as an unknown one: it never breaks the query. */
export const checkLinkQuery = z.object({ token: z.string().catch('') })

/** One's open sessions, the last used first. */
export const sessionsResponse = z.object({
  results: z.array(
    z.object({
      device: z.string(),
      place: z.string(),
      last_used_at: instant,
      is_current: z.boolean(),
    }),
  ),
})
