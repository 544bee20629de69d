import type { Definition } from '@carpeta/contract/endpoint'
import { endpointsByModule } from '@carpeta/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { pdf } from '../../../test/sample-files.ts'
import { upload, type Visitor } from '../../../test/visitor.ts'
import { exec, sql } from '../../db/query.ts'
import { createServerToken } from '../../imports/import-tokens.ts'
import { rateLimitRules } from '../../throttle/limits.ts'

const doors = Object.values(endpointsByModule).flatMap((endpoints) =>
  Object.entries<Definition>(endpoints).flatMap(([key, definition]) =>
    definition.upload === undefined ? [] : [key],
  ),
)

let portal: Portal
let senders: Record<string, (path: string) => Promise<number>>
beforeAll(async () => {
  portal = await openPortal()
  const { token } = await createServerToken(portal, { name: 'Nocturno', days: 30 })
  const program = { authorization: `Bearer ${token}` }
  const send =
    (visitor: Visitor, more: Record<string, string> = {}) =>
    async (path: string) => {
      const { payload, headers } = upload(pdf())
      return (await visitor.post(path, { payload, headers: { ...headers, ...more } })).status
    }
  senders = {
    Rosa: send(await portal.as('rosa')),
    Iván: send(await portal.as('ivan')),
    'a program': send(portal.visitor(), program),
  }
  const { uploads, importUploads } = rateLimitRules
  await exec(
    portal.db,
    sql`insert into rate_limits (key, points, expire)
      select counted.key, 100000, extract(epoch from now()) * 1000 + 3600000
      from users, import_tokens, lateral (values
        (${uploads.prefix} || ':' || users.id),
        (${importUploads.prefix} || ':user:' || users.id),
        (${importUploads.prefix} || ':token:' || import_tokens.id)) as counted (key)
      where rut = any(${[personas.rosa.rut, personas.ivan.rut]})
      on conflict do nothing`,
  )
})
afterAll(() => portal.close())

test.each(doors)(
  '%s takes no further file of who sent the files of a day (security 7.400)',
  async (door) => {
    const path = door.replace('POST ', '').replace(/:\w+/g, '999999')
    const statuses = await Promise.all(Object.values(senders).map((send) => send(path)))
    const judged = statuses.filter((status) => status !== 401 && status !== 403)
    expect([...new Set(judged)]).toEqual([429])
  },
)
