import type { Definition } from '@carpeta/contract/endpoint'
import { endpointsByModule } from '@carpeta/contract/endpoints'
import { type Permission, permissions } from '@carpeta/domain/access/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import {
  type Method,
  methods,
  type Person,
  people,
  table,
} from '../../../test/access/access-matrix.ts'
import { routesOf } from '../../../test/access/routes-of.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { confirmPassword } from '../../../test/second-factor/factors.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

// Repeats the access of every route, so that neither side changes alone. A new route needs a line.

/** Files, which answer no HEAD. */
const downloads = new Set(
  Object.values(endpointsByModule).flatMap((endpoints) =>
    Object.entries<Definition>(endpoints).flatMap(([key, { file }]) =>
      file === undefined ? [] : [key.replace(/^GET |\/$/g, '')],
    ),
  ),
)

let portal: Portal
let visitors: Map<Person, Visitor>
beforeAll(async () => {
  portal = await openPortal()
  for (const permission of permissions) await addStaff(permission)
  visitors = new Map()
  // One by one: on a busy machine the portal refuses one of many logins at once.
  for (const name of people) visitors.set(name, await logIn(name))
})
afterAll(() => portal.close())

/** A staff account in a group with this permission, with the sample password. */
async function addStaff(permission: Permission): Promise<void> {
  await portal.pool.query(
    `with created as (
       insert into users (first_name, email, password_hash)
       select $1, $2, password_hash from users where rut = $3 returning id
     ), new_group as (insert into groups (name) values ($1) returning id
     ), granted as (insert into group_permissions select id, $1 from new_group)
     insert into user_groups select created.id, new_group.id from created, new_group`,
    [permission, emailOf(permission), personas.rosa.rut],
  )
}

const emailOf = (permission: Permission) => `${permission}@oficina.example`

async function logIn(name: Person): Promise<Visitor> {
  const isPersona = name === 'rosa' || name === 'ivan'
  const visitor = isPersona ? await portal.as(name) : portal.visitor()
  if (name === 'anonymous') {
    await visitor.fetchToken()
    return visitor
  }
  if (!isPersona) await visitor.logIn(emailOf(name), SAMPLE_PASSWORD)
  // The first factor needs it, whatever the age of the login.
  await confirmPassword(visitor)
  return visitor
}

/** Logs in again, since the logout route is called too. */
async function visitorOf(name: Person): Promise<Visitor> {
  const visitor = visitors.get(name)
  if (visitor && (name === 'anonymous' || visitor.cookies.has('sessionid'))) return visitor
  const visitorAgain = await logIn(name)
  visitors.set(name, visitorAgain)
  return visitorAgain
}

test('every route of the API is in the table, and no other (§7.24, §10.32, §11.4, security 5.7, security 5.19)', () => {
  const stated = Object.entries(table).flatMap(([path, allowed]) =>
    Object.keys(allowed).map((method) => `${method} ${path}`),
  )
  expect(stated.toSorted()).toEqual(routesOf(portal).toSorted())
})

describe.each(Object.keys(table))('%s', (path) => {
  test.each(methods)('%s', async (method) => {
    // A word in place of an id follows the rules of the `:id` route.
    const allowed = mayUse(method, path) ?? mayUse(method, path.replace(/[^/]+$/, ':id'))
    // The route alone decides on the method, before anybody is known.
    for (const name of allowed ? people : (['anonymous', 'ivan'] as const)) {
      const visitor = await visitorOf(name)
      const { status, headers } = await visitor.call(method, addressOf(path), json({}))
      const attempt = `${method} ${path} as ${name}`
      if (!allowed)
        expect([attempt, status, headers.allow]).toEqual([attempt, 405, expect.anything()])
      else if (allowed.includes(name)) expect([401, 403, 405, 500], attempt).not.toContain(status)
      else expect([attempt, status]).toEqual([attempt, refusalOf(path, name)])
    }
  })
})

function mayUse(method: Method, path: string): Person[] | undefined {
  if (method !== 'HEAD') return table[path]?.[method]
  return downloads.has(path) ? undefined : table[path]?.GET
}

function refusalOf(path: string, name: Person): number {
  const isPublic = path === '/api/auth/register'
  if (path.startsWith('/api/imports')) return 401
  return name === 'anonymous' && !isPublic ? 401 : 403
}

/** Ids that do not exist: an allowed call finds nothing to change. */
function addressOf(path: string): string {
  return `${path.replace(':date', '2026-01-01').replace(/:\w+/g, '999999')}/`
}
