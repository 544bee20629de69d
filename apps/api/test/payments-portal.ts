import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { integrationCredentials } from '../src/config/payment-settings.ts'
import { importSales } from '../src/imports/import-sales.ts'
import { ndjsonFile } from '../src/imports/sources/ndjson-file.ts'
import { listConfirming, listPending } from '../src/payment-reports/payment-reports-store.ts'
import { matchRecorded } from '../src/payments/matches.ts'
import { askForUncertain } from '../src/payments/order-outcome.ts'
import { followRefunds } from '../src/payments/refunds.ts'
import { startWebpaySimulator, type WebpaySimulator } from '../src/payments/webpay-simulator.ts'
import { type Sale, sample } from './imports.ts'
import { openPortal, type Portal } from './open-portal.ts'
import { type Answer, json, type Visitor } from './visitor.ts'

export const ROSAS_SALE = 'V-1001'

export interface PaymentsPortal {
  portal: Portal
  webpay: WebpaySimulator
  rosa: Visitor
  hernan: Visitor
  /** Of the accounting group too. */
  mario: Visitor
  /** Rosa begins to pay what is overdue, unless the fields say otherwise. */
  start: (fields?: object, person?: Visitor) => Promise<Answer>
  /** What the browser posts when Webpay sends it back to this address. */
  comeBack: (address: string, person?: Visitor) => Promise<Answer>
  /** Rosa pays: the answer after she is back. */
  pay: (decision?: Parameters<WebpaySimulator['decide']>[1], fields?: object) => Promise<Answer>
  /** Lets this much time pass for every order. */
  pass: (minutes: number) => Promise<void>
  /** What the jobs of a minute find out. */
  follow: () => Promise<void>
  /** Loads these sales instead of Rosa's one, and the others of the sample. @returns the load's id */
  load: (...first: Sale[]) => Promise<number>
  /** Errors that a job logged. */
  logged: string[]
}

export function webpaySettings(url: string): Record<string, string> {
  return {
    ONLINE_PAYMENTS: 'webpay',
    WEBPAY_COMMERCE_CODE: integrationCredentials.commerceCode,
    WEBPAY_API_KEY: integrationCredentials.apiKey,
    WEBPAY_URL: url,
  }
}

/** For all tests of a file: a portal that takes payments, with a Webpay of its own. Each test begins without any. */
export function openPaymentsPortal(): PaymentsPortal {
  const fixture = {} as PaymentsPortal
  const today = todayInSantiago(new Date())
  const query = (text: string, values?: unknown[]) => fixture.portal.pool.query(text, values)

  fixture.start = (fields = { choice: 'overdue' }, person = fixture.rosa) =>
    person.post('/api/payments/', json({ sale_code: ROSAS_SALE, ...fields }))
  fixture.comeBack = (address, person = fixture.rosa) => {
    const { pathname, searchParams } = new URL(address)
    const id = pathname.split('/').at(-1)
    return person.post(`/api/payments/${id}/return/`, json(Object.fromEntries(searchParams)))
  }
  fixture.pay = async (decision = 'approve', fields = { choice: 'overdue' }) => {
    const { body } = await fixture.start(fields)
    return fixture.comeBack(fixture.webpay.decide(body.redirect.token, decision))
  }
  fixture.pass = async (minutes) => {
    await query(
      `update payment_orders set created_at = created_at - $1 * interval '1 minute',
        changed_at = changed_at - $1 * interval '1 minute',
        commit_started_at = commit_started_at - $1 * interval '1 minute',
        asked_at = asked_at - $1 * interval '1 minute',
        refund_started_at = refund_started_at - $1 * interval '1 minute'`,
      [minutes],
    )
  }
  fixture.load = async (...first) => {
    const sales = [...first, ...sample.slice(1)]
    const lines = [{ corte: new Date().toISOString(), ventas: sales.length }, ...sales]
    const path = join(mkdtempSync(join(tmpdir(), 'carpeta-payments-')), 'export.ndjson')
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { refusal, loadId } = await importSales(fixture.portal.db, ndjsonFile(path), {
      accepts: forcedRefusals,
    })
    expect(refusal).toBeNull()
    return loadId ?? 0
  }
  fixture.logged = []
  fixture.follow = async () => {
    const log = { error: (text: string) => void fixture.logged.push(text) }
    await askForUncertain(fixture.portal, log)
    await followRefunds(fixture.portal, log)
    await matchRecorded({ db: fixture.portal.db, listConfirming, listPending }, log)
  }

  beforeAll(async () => {
    fixture.webpay = await startWebpaySimulator()
    fixture.portal = await openPortal('sample', webpaySettings(fixture.webpay.url))
    await query(
      `insert into user_groups (user_id, group_id)
       select users.id, groups.id from users, groups
       where users.first_name = 'Mario' and groups.name = 'Contabilidad'`,
    )
    for (const name of ['rosa', 'hernan', 'mario'] as const) {
      fixture[name] = await fixture.portal.as(name)
    }
  })
  afterAll(async () => {
    await fixture.portal.close()
    await fixture.webpay.close()
  })
  beforeEach(async () => {
    await query('delete from payment_orders; delete from payment_reports; delete from rate_limits')
    await query('delete from payments where position >= 900')
    await query(
      `insert into uf_values (date, value, source) values ($1, 40000, 'file')
       on conflict (date) do update set value = excluded.value`,
      [today],
    )
    await query('update sessions set authenticated_at = now()')
    await fixture.portal.sentEmails()
    fixture.webpay.reset()
    fixture.logged.length = 0
  })
  return fixture
}
