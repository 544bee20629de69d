import { z } from 'zod'
import { id, instant, text } from './text.ts'

export const csrfTokenResponse = z.object({ token: z.string().length(64) })

/** `username` with an `@` is the e-mail mode, otherwise a rut (wire.md §10). */
export const loginRequest = z.object({
  username: text(300).default(''),
  password: text(1024).default(''),
})

export const profileSchema = z.object({
  id,
  name: z.string().meta({ description: "El nombre del grupo, o 'Socio'" }),
  social_security: z.string().meta({ description: 'Rut canónico, 12345678-5' }),
  is_client: z.boolean(),
  updated_at: instant,
})

/** What a user looks like to the browser, which keeps it as `user` (spec §3). */
export const userSchema = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  permissions: z.array(z.string()),
  group_ids: z.array(id),
  profile: profileSchema,
  deleted_at: instant.nullable(),
})

export type User = z.infer<typeof userSchema>

/** Who is logged in; of a view as a member, that member, and who is looking (`view-as.ts`). */
export const signedInUserSchema = userSchema.extend({
  viewed_by: z.object({ id, name: z.string() }).optional(),
})

export type SignedInUser = z.infer<typeof signedInUserSchema>

export const registerRequest = z.object({
  name: text(150),
  last_name: text(150),
  email: text(254),
  password: text(1024),
})

export const confirmEmailRequest = z.object({ code: text(100) })

export const empty = z.object({})
