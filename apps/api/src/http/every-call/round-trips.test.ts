import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { actionBudgets, readBudgets } from '../../../test/round-trips/budgets.ts'
import { pdf } from '../../../test/sample-files.ts'
import { type Answer, form, json, upload, type Visitor } from '../../../test/visitor.ts'

let portal: Portal
let numbers: Record<string, number>
beforeAll(async () => {
  portal = await openPortal()
  const { rows } = await portal.pool.query(
    `select users.id as rosa, (select min(id) from procedures where documents = '{}') as procedure,
      (select min(id) from procedures where documents <> '{}') as "withDocuments",
      (select min(id) from announcements) as announcement,
      (select max(id) from requests where user_id = users.id) as request
    from users where rut = $1`,
    [personas.rosa.rut],
  )
  numbers = rows[0]
})
afterAll(() => portal.close())

/** What the portal sends to PostgreSQL during a call, also to begin and to commit. */
async function countStatements(call: () => Promise<Answer>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const { status } = await call()
    return { status, statements: query.mock.calls.length }
  } finally {
    query.mockRestore()
  }
}

function expectWithin(counted: { status: number; statements: number }, budget: number): void {
  expect(counted.status).toBeLessThan(300)
  expect(counted.statements).toBeLessThanOrEqual(budget)
}

describe.each(Object.entries(readBudgets))(
  'a call of %s keeps to its statements (§12.611)',
  (name, calls) => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await portal.as(name as PersonaName)
    })

    test.each(Object.entries<number>(calls))('%s', async (path, budget) => {
      const url = path.replace(/:(\w+)/g, (_, key) => String(numbers[key]))
      expectWithin(await countStatements(() => visitor.get(url)), budget)
    })
  },
)

test('what Rosa does keeps to its statements (§12.611)', async () => {
  const rosa = await portal.as('rosa')
  const draft = { procedure_id: numbers.procedure, sale_code: 'V-1001', comment: 'La promesa' }
  const create = async (procedure: number | undefined): Promise<number> => {
    const form = json({ ...draft, procedure_id: procedure })
    return (await rosa.post('/api/request/create/', form)).body.id
  }
  const [empty, waiting] = [await create(numbers.procedure), await create(numbers.withDocuments)]
  const visitor = portal.visitor()
  await visitor.fetchToken()
  const login = form({ username: personas.rosa.rut, password: SAMPLE_PASSWORD })
  const actions: Record<keyof typeof actionBudgets, () => Promise<Answer>> = {
    'logs in': () => visitor.post('/api/auth/login/', login),
    'saves a draft': () =>
      rosa.call(
        'PUT',
        `/api/requests/${empty}/draft/`,
        json({ version: 1, written_in: 'x', comment: 'x' }),
      ),
    'creates a request': () => rosa.post('/api/request/create/', json({ ...draft, comment: 'y' })),
    'uploads a document': () =>
      rosa.post('/api/upload-document/', upload(pdf(), { request_id: waiting, position: 0 })),
    'sends a request': () => rosa.post('/api/request/send/', json({ request_id: empty })),
    'logs out': () => rosa.post('/api/auth/logout/'),
  }
  for (const [name, budget] of Object.entries(actionBudgets)) {
    const counted = await countStatements(actions[name as keyof typeof actionBudgets])
    expectWithin(counted, budget)
  }
})
