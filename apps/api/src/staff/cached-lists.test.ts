import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastEntry } from '../../test/audit/audit-entries.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { foldVersions } from '../db/data-versions/data-versions-store.ts'

// Cached lists of staff (docs/decisions/0075).

const COUNTS = '/api/staff/counts/'
const lists = [
  '/api/users/',
  '/api/users/?fullname=munoz&orderBy=last_name',
  '/api/users/?invitation=failed',
  '/api/requests/',
  '/api/requests/?q=rosa&mine=1',
  '/api/requests/?member=mu&project=a&replied=1',
  COUNTS,
]

let portal: Portal
let ivan: Visitor
let ivanId: number
let rosaId: number
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  ivanId = await userIdOf(portal.db, 'ivan')
  rosaId = await userIdOf(portal.db, 'rosa')
  await storeRequest(portal)
})
afterAll(() => portal.close())

let asked = 0

/** The answer to an address that nobody has asked for. */
async function readAnew(person: Visitor, path: string): Promise<unknown> {
  asked += 1
  const { body } = await person.get(`${path}${path.includes('?') ? '&' : '?'}asked=${asked}`)
  return body
}

const run = (statement: string) => portal.pool.query(statement)
const rosa = '(select id from users where rut = $$12345678-5$$)'
const mario = '(select id from users where rut = $$14567891-9$$)'
const latest = `(select max(id) from requests where user_id = ${rosa} and state <> 'draft')`

/** What loads, staff, members, jobs and an operator change of these lists, table by table. */
const statements = {
  'Rosa has another name': `update users set last_name = last_name || 'a' where id = ${rosa}`,
  'Rosa is deactivated': `update users set is_active = false where id = ${rosa}`,
  'she is active again': `update users set is_active = true where id = ${rosa}`,
  'her account is deleted': `update users set deleted_at = now() where id = ${rosa}`,
  'it is back': `update users set deleted_at = null where id = ${rosa}`,
  'an account is added': `insert into users (first_name, email) select 'Eva Muñoz', gen_random_uuid()::text`,
  'accounts are removed': `delete from users where first_name = 'Eva Muñoz'`,
  'an email is refused': `update users set invitation_delivery = 'failed' where id = ${rosa}`,
  'emails arrive': `update users set invitation_delivery = 'sent' where invitation_delivery = 'failed'`,
  'Rosa gets a temporary password': `update users set temporary_password_until = now() + interval '1 day'
    where id = ${rosa}`,
  'a group has another name': `update groups set name = name || '.' where name like 'Atenci%'`,
  'a group loses a permission': `delete from group_permissions where permission = 'users.manage_users'`,
  'a group gets it': `insert into group_permissions select id, 'users.manage_users' from groups
    where name = 'Administración' on conflict do nothing`,
  'Rosa joins a group': `insert into user_groups select ${rosa}, min(id) from groups on conflict do nothing`,
  'Rosa leaves her groups': `delete from user_groups where user_id = ${rosa}`,
  'Rosa asks for another email': `insert into email_changes (user_id, old_email, new_email, confirm_hash, revert_hash)
    select ${rosa}, email, 'otra@correo.example', gen_random_uuid()::text, gen_random_uuid()::text
    from users where id = ${rosa} on conflict do nothing`,
  'she cancels it': 'update email_changes set ended_at = now() where ended_at is null',
  'a sale is Carla’s': `update sales set holder_rut = '9876543-3' where code = 'V-1001'`,
  'it is Rosa’s': `update sales set holder_rut = '12345678-5' where code = 'V-1001'`,
  'a project has another name': `update sales set project = project || 'a' where code = 'V-1001'`,
  'Rosa asks for something': `insert into requests (user_id, sale_id, procedure_id, procedure_title,
      procedure_description, required_documents, answer_hours, state, sent_at)
    select ${rosa}, id, (select min(id) from procedures), 'Copia', '', '{}', 24, 'sent', now()
    from sales where code = 'V-1001'`,
  'a request is reviewed': `update requests set state = 'in_review', due_at = now() - interval '1 minute',
      assignee_id = ${mario} where id = ${latest}`,
  'Rosa replies': `insert into request_events (request_id, actor_id, kind)
    select ${latest}, ${rosa}, 'replied' where ${latest} is not null`,
  'a request is Iván’s': `update requests set assignee_id =
      (select id from users where rut = '8765432-K') where id = ${latest}`,
  'a draft is sent': `insert into requests (user_id, sale_id, procedure_id, procedure_title,
      procedure_description, required_documents, answer_hours)
    select ${rosa}, id, (select min(id) from procedures), 'Otra', '', '{}', 24
    from sales where code = 'V-1001';
    update requests set state = 'sent', sent_at = now() where state = 'draft'`,
  'requests are closed': `update requests set state = 'resolved', closed_at = now(), due_at = null
    where state = 'in_review'`,
  'a request is deleted': `delete from requests where id = ${latest}`,
  'she reports a payment': `insert into payment_reports (user_id, sale_id, paid_on, amount)
    select ${rosa}, min(id), now(), 1000 from sales`,
  'reports are removed': 'delete from payment_reports',
  'a load is refused': `insert into loads (state, file_name, file_hash, rejected) values ('refused', 'v', '', 1)`,
  'a load is clean': `insert into loads (state, file_name, file_hash) values ('applied', 'v', '')`,
  'Iván, Carla and Mario have passkeys': `insert into passkeys (user_id, credential_id, public_key, counter,
      transports, name, is_backed_up)
    select id, gen_random_uuid()::text, '', 0, '{}', 'Llave', false from users where rut is not null`,
  'nobody has one': 'delete from passkeys',
  'they have an authenticator': `insert into totp_secrets (user_id, sealed_secret, confirmed_at)
    select id, '', now() from users on conflict do nothing`,
  'theirs are not confirmed': 'update totp_secrets set confirmed_at = null',
  'a procedure is offered': `insert into procedures (title, description, answer_hours) values ('Otro', '', 24)`,
  'no procedure is offered': 'update procedures set is_active = false',
  'the list of steps is hidden': `insert into setup_notes (hidden_at) values (now()) on conflict do nothing`,
  'it is shown': 'delete from setup_notes',
}

const FOLDED = 'versions are folded'

/** The same by the calls of people and by a job. */
const actions = {
  'Iván renames Rosa': async () => {
    const { body } = await ivan.get(`/api/users/${rosaId}/`)
    const { updated_at } = body.profile ?? {}
    await ivan.call(
      'PATCH',
      `/api/users/${rosaId}/`,
      json({ first_name: 'Rosa Ana', profile: { updated_at } }),
    )
  },
  'Iván takes all requests': async () => {
    const { body } = await ivan.get('/api/requests/?asked=all')
    for (const { id, version } of body.results)
      await ivan.post(`/api/requests/${id}/assign/`, json({ version, user_id: ivanId }))
  },
  [FOLDED]: () => foldVersions(portal.db),
}

const changes: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [name, () => run(statement)]),
  ),
  ...actions,
}

async function expectTrueLists(after: string): Promise<unknown[]> {
  const bodies: unknown[] = []
  for (const path of lists) {
    const { status, body } = await ivan.get(path)
    expect([after, path, status, body]).toEqual([after, path, 200, await readAnew(ivan, path)])
    bodies.push(body)
  }
  return bodies
}

describe('whatever changes', () => {
  test('the lists are what they are when they are read anew (§12.640)', async () => {
    for (const [name, change] of Object.entries(changes)) {
      const before = await expectTrueLists(`before ${name}`)
      await change()
      const after = await expectTrueLists(name)
      if (name !== FOLDED) expect([name, after]).not.toEqual([name, before])
    }
  }, 180_000)

  test('in any order (§12.640)', async () => {
    const names = fc.constantFrom(...Object.keys(changes))
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async (some) => {
        for (const name of some) {
          await changes[name]?.()
          await expectTrueLists(some.join(', '))
        }
      }),
      { numRuns: 15 },
    )
  }, 180_000)
})

describe('a list that is known', () => {
  test('is one statement, and adds no entry to the audit log (§12.640)', async () => {
    for (const path of lists) await ivan.get(path)
    const last = await lastEntry(portal)
    const { query } = portal.db
    let statementsSent = 0
    portal.db.query = (statement) => {
      statementsSent += 1
      return query(statement)
    }
    for (const path of lists) expect((await ivan.get(path)).status).toBe(200)
    portal.db.query = query
    expect(statementsSent).toBe(lists.length)
    expect(await lastEntry(portal)).toBe(last)
  })

  test('has a name, by which it is not sent again (§12.640)', async () => {
    for (const path of lists) {
      const first = await ivan.get(path)
      const etag = String(first.headers.etag)
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
      const again = await ivan.get(path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.body, again.headers['cache-control']]).toEqual([
        304,
        null,
        'no-store',
      ])
    }
    const { headers } = await ivan.get(COUNTS)
    const known = { headers: { 'if-none-match': String(headers.etag) } }
    await run(statements['Rosa asks for something'])
    expect((await ivan.get(COUNTS, known)).status).toBe(200)
  })
})
