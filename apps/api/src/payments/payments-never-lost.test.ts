import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { Caller, Interrupted } from '../../test/caller.ts'
import { openMachineWith, stop } from '../../test/carpeta-process.ts'
import { eventually } from '../../test/faults/eventually.ts'
import { seeded } from '../../test/faults/seeded.ts'
import { freePort } from '../../test/free-port.ts'
import { ROSAS_SALE, webpaySettings } from '../../test/payments-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import type { Pool } from '../db/client.ts'
import { askForUncertain } from './order-outcome.ts'
import { type Misbehaviour, startWebpaySimulator } from './webpay-simulator.ts'

// No approved payment is lost and none is taken twice, whichever call Webpay does not answer and whenever the
// portal or its connections are killed. `npm run test:long -- payments=2000` has more rounds.

const ROUNDS = Number(process.env.PAYMENT_ROUNDS || 8)
const SEED = Number(process.env.PAYMENT_SEED || randomInt(2 ** 31))
const ROUND_MS = 60_000

const steps = ['start', 'return', 'return again'] as const
const faults = ['kill', 'connections', 'freeze', 'gateway'] as const
/** Silence lasts until the portal gives up, so it is rare. */
const misbehaviours: Misbehaviour[] = [
  ...Array.from({ length: 10 }, (): Misbehaviour[] => ['error', 'lost']).flat(),
  'silent',
]
const FROZEN_MS = 300

test(
  'no approved payment is lost and none is taken twice, whatever fails and when (§12.806, security 12.3)',
  async () => {
    console.log(`payments-never-lost: ${ROUNDS} rounds, seed ${SEED}`)
    const random = seeded(SEED)
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item
    const webpay = await startWebpaySimulator()
    onTestFinished(webpay.close)
    const machine = await openMachineWith('sample', onTestFinished)
    const env = webpaySettings(webpay.url)
    const port = await freePort()
    let portal = await machine.serve(port, env)
    const { pool, db } = machine.database
    const config = testConfig(env)
    const log = { error: (text: string) => expect.fail(text) }
    const rosa = new Caller(`http://localhost:${port}`)
    await rosa.logIn(personas.rosa.rut)
    const post = (path: string, body: object) => rosa.json('POST', path, JSON.stringify(body))
    const pass = (minutes: number) =>
      pool.query(
        `update payment_orders set created_at = created_at - $1 * interval '1 minute',
          changed_at = changed_at - $1 * interval '1 minute',
          commit_started_at = commit_started_at - $1 * interval '1 minute'`,
        [minutes],
      )

    for (let round = 1; round <= ROUNDS; round++) {
      const [step, fault, after] = [pick(steps), pick(faults), Math.floor(random() * 25)]
      const where = `round ${round} of seed ${SEED}: ${fault}, ${after} ms into ${step}`
      const died = Promise.withResolvers<void>()
      const fail = async () => {
        if (fault === 'kill') await stop(portal.child, 'SIGKILL')
        if (fault === 'freeze') await freeze(pool)
        if (fault === 'connections') {
          await pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()
               and application_name = 'carpeta' and pid not in (
                 select pid from pg_stat_activity where query like '%pg_terminate_backend%')`,
          )
        }
      }
      const begin = (reached: (typeof steps)[number]) => {
        if (reached !== step) return
        if (fault === 'gateway') {
          for (const call of ['create', 'commit', 'status'] as const) {
            if (random() < 0.5) webpay.behave(call, pick(misbehaviours))
          }
        }
        setTimeout(() => fail().then(died.resolve, died.resolve), after)
      }
      // The portal said that it would find out.
      const promised = new Set<number>()
      const pay = async (before: typeof begin) => {
        before('start')
        const order = await post('/api/payments/', {
          ...{ sale_code: ROSAS_SALE, choice: 'other', amount: '60000', unit: 'clp' },
        })
        if (order.redirect === null) return
        webpay.decide(order.redirect.token, 'approve')
        for (const each of ['return', 'return again'] as const) {
          before(each)
          const form = { token_ws: order.redirect.token }
          const { state } = await post(`/api/payments/${order.id}/return/`, form)
          if (state === 'unknown') promised.add(order.id)
        }
      }
      await pay(begin).catch(onlyInterrupted)
      await died.promise
      if (fault === 'kill') portal = await machine.serve(port, env)
      webpay.reset()

      // The job and the member look again, until nothing is open.
      await pass(2)
      await eventually(() => askForUncertain({ db, config }, log))
      await pass(30)
      await eventually(() => askForUncertain({ db, config }, log))
      const { rows } = await pool.query('select id, token, state from payment_orders order by id')
      for (const { id, token, state } of rows) {
        if (promised.has(id)) expect([state, where]).toEqual(['authorized', where])
        const isTaken = webpay.transactions.get(token)?.status === 'AUTHORIZED'
        expect([state === 'authorized', state], where).toEqual([
          isTaken,
          expect.stringMatching(/^(authorized|rejected|aborted|expired)$/),
        ])
      }
      // A card that was charged without an order that knows it would be money lost.
      const known = new Set(rows.map(({ token }) => token))
      for (const [token, { status }] of webpay.transactions) {
        expect([known.has(token) || status === 'INITIALIZED', where]).toEqual([true, where])
      }
      await pool.query('delete from rate_limits')
    }

    const { rows: audited } = await pool.query(
      `select count(*)::int as times, object_id from audit_entries
       where action = 'payment.authorized' group by object_id`,
    )
    const { rows: authorized } = await pool.query(
      `select id::text as id from payment_orders where state = 'authorized' order by 1`,
    )
    expect(audited.every(({ times }) => times === 1)).toBe(true)
    expect(audited.map(({ object_id }) => object_id).toSorted()).toEqual(
      authorized.map(({ id }) => id),
    )
    await stop(portal.child, 'SIGTERM')
  },
  ROUNDS * ROUND_MS,
)

/** Stops the connections of the portal for an instant, in whatever they do. */
async function freeze(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where datname = current_database()
      and application_name = 'carpeta' and pid <> pg_backend_pid()`,
  )
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of rows) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended.
      }
    }
  }
  signal('SIGSTOP')
  await delay(FROZEN_MS)
  signal('SIGCONT')
}

function onlyInterrupted(error: unknown): void {
  if (!(error instanceof Interrupted)) throw error
}
