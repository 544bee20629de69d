import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { today } from './one-day.ts'
import { openPortal, type Portal } from './open-portal.ts'
import { pdf, type SampleFile } from './sample-files.ts'
import { type Answer, upload, type Visitor } from './visitor.ts'

/** What one UF is worth today in these tests. */
export const UF_TODAY = 40_000

interface ReportForm {
  sale_code?: string
  paid_on?: string
  amount?: string
  comment?: string
}

/** A portal where members report payments and Mario, of the accounting group too, matches them. */
interface ReportsPortal {
  portal: Portal
  rosa: Visitor
  hernan: Visitor
  mario: Visitor
  carla: Visitor
  ivan: Visitor
  /** Of 400,000 pesos today for Rosa's sale, unless the form says otherwise. */
  tryReport: (form?: ReportForm, file?: SampleFile | null, person?: Visitor) => Promise<Answer>
  /** Expects success. @returns the id */
  report: (form?: ReportForm, file?: SampleFile, person?: Visitor) => Promise<number>
  /** A payment of Rosa's sale in accounting, deposited today. */
  addPayment: (key: string, uf: string, sale?: string) => Promise<void>
  count: (table: string) => Promise<number>
}

/** For all tests of a file; each begins without reports. */
export function openReportsPortal(env: NodeJS.ProcessEnv = {}): ReportsPortal {
  const fixture = {} as ReportsPortal
  const query = async (text: string, values?: unknown[]) =>
    (await fixture.portal.pool.query(text, values)).rows

  fixture.tryReport = (form = {}, file = pdf('transferencia.pdf'), person = fixture.rosa) => {
    const fields = {
      sale_code: 'V-1001',
      paid_on: today(),
      amount: '400.000',
      comment: '',
      ...form,
    }
    return person.post('/api/payment-reports/', upload(file, fields))
  }
  fixture.report = async (form, file, person) => {
    const { status, body } = await fixture.tryReport(form, file, person)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  fixture.addPayment = async (key, uf, sale = 'V-1001') => {
    await query(
      `insert into payments (sale_id, position, key, amount, deposited_on, document_type)
       select id, 900, $1, $2, $3, 'Transferencia' from sales where code = $4`,
      [key, uf, today(), sale],
    )
  }
  fixture.count = async (table) =>
    (await query(`select count(*)::int as count from ${table}`))[0].count

  beforeAll(async () => {
    fixture.portal = await openPortal('sample', env)
    await query(
      `insert into user_groups (user_id, group_id)
       select users.id, groups.id from users, groups
       where users.first_name = 'Mario' and groups.name = 'Contabilidad'`,
    )
    await query(
      `insert into uf_values (date, value, source) values ($1, $2, 'file')
       on conflict (date) do update set value = excluded.value`,
      [today(), UF_TODAY],
    )
    for (const name of ['rosa', 'hernan', 'mario', 'carla', 'ivan'] as const) {
      fixture[name] = await fixture.portal.as(name)
    }
  })
  afterAll(() => fixture.portal.close())
  beforeEach(async () => {
    await query('delete from payment_reports; delete from rate_limits')
    await query('delete from payments where position = 900')
    await fixture.portal.sentEmails()
  })
  return fixture
}
