import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, text } from '../text.ts'
import { userParams } from './users-schemas.ts'

/** Only superusers get `permissions` and `members`. */
const groupSchema = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.string()).optional(),
  members: z.number().int().nonnegative().optional(),
})

export type WireGroup = z.infer<typeof groupSchema>

const groupFields = z.object({ name: text(150), permissions: z.array(text(100)).max(100) })

export const saveGroup = groupFields.extend({
  name: groupFields.shape.name.default(''),
  permissions: groupFields.shape.permissions.default([]),
})

export const definitions = {
  listGroups: {
    access: 'users.manage_users',
    summary: 'Los grupos',
    query: pageQuery,
    answer: pageOf(groupSchema),
  },
  createGroup: {
    access: 'superuser',
    summary: 'Añadir un grupo',
    fieldErrors: true,
    body: saveGroup,
    status: 201,
    answer: groupSchema,
  },
  changeGroup: {
    access: 'superuser',
    summary: 'Cambiar un grupo y lo que permite',
    fieldErrors: true,
    params: userParams,
    // Missing fields do not change.
    body: groupFields.partial(),
    answer: groupSchema,
  },
  deleteGroup: {
    access: 'superuser',
    summary: 'Eliminar un grupo',
    params: userParams,
    answer: empty,
  },
} as const satisfies Record<string, Definition>
