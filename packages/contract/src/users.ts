import { z } from 'zod'
import { userSchema } from './auth.ts'
import { pageOf, pageQuery } from './paging.ts'
import { id, text } from './text.ts'

export const usersQuery = pageQuery.extend({
  fullname: z.string().optional(),
  email: z.string().optional(),
  social_security: z.string().optional(),
})

export const usersResponse = pageOf(userSchema)

/** Unknown keys are dropped, so that nothing outside this list can be assigned (wire.md §10). */
export const saveUser = z.object({
  first_name: text(150),
  last_name: text(150),
  email: text(254),
  old_password: text(1024).optional(),
  password: text(1024).optional(),
  invite: z.boolean().optional(),
  profile: z.object({ social_security: text(50) }),
  group_ids: z.array(id).optional(),
  is_active: z.boolean().optional(),
})

/** What a person may change of his own account; anything else in the body is dropped. */
export const saveOwnAccount = saveUser
  .pick({ first_name: true, last_name: true, email: true, old_password: true, password: true })
  .partial()

/** As it stands in the address: without the permission an odd id is a 403 like any other. */
export const userParams = z.object({ id: z.string() })

export const groupSchema = z.object({ id, name: z.string() })
export const groupsResponse = pageOf(groupSchema)
