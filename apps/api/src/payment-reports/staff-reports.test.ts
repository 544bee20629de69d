import { endpoints } from '@carpeta/contract/payment-reports'
import { addDays } from '@carpeta/domain/dates/dates'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { describe, expect, onTestFinished, test } from 'vitest'
import { today } from '../../test/one-day.ts'
import { openReportsPortal } from '../../test/payment-reports-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const reports = openReportsPortal()

const list = async (query = '', person = reports.mario) =>
  endpoints['GET /api/payment-reports/'].answer.parse(
    (await person.get(`/api/payment-reports/${query}`)).body,
  )
const read = async (id: number) =>
  endpoints['GET /api/payment-reports/:id/'].answer.parse(
    (await reports.mario.get(`/api/payment-reports/${id}/`)).body,
  )
const confirm = (id: number, key: string, person: Visitor = reports.mario) =>
  person.post(`/api/payment-reports/${id}/confirm/`, json({ payment_key: key }))
const decline = (id: number, reason: string, person: Visitor = reports.mario) =>
  person.post(`/api/payment-reports/${id}/decline/`, json({ reason }))

describe('Mario sees', () => {
  test('what was reported, who reported it, and whether accounting has it (§12.169)', async () => {
    const waiting = await reports.report({ amount: '123456' })
    const matched = await reports.report()
    await reports.addPayment('T-1', '10')
    const { results, counts } = await list()
    expect(results).toMatchObject([
      {
        id: waiting,
        amount: '123456',
        has_match: false,
        member: { social_security: '12345678-5' },
      },
      { id: matched, amount: '400000', has_match: true, sale_code: 'V-1001' },
    ])
    expect(counts).toEqual({ reported: 2, confirmed: 0, declined: 0, cancelled: 0 })
  })

  test('of two equal reports only so many are marked as accounting has payments (§12.2095)', async () => {
    await reports.report()
    await reports.report({}, pdf('otra.pdf', { text: 'otra' }))
    const marked = async () => (await list()).results.filter(({ has_match }) => has_match).length
    await reports.addPayment('T-1', '10')
    expect(await marked()).toBe(1)
    await reports.addPayment('T-2', '10')
    expect(await marked()).toBe(2)
  })

  test.each([
    ['?state=confirmed,declined', 0],
    ['?state=reported', 1],
    ['?state=unknown', 1],
    ['?q=rosa', 1],
    ['?q=12.345', 1],
    ['?q=hern%C3%A1n', 0],
    ['?q=ROSA.MUNOZ@CORREO.EXAMPLE', 1],
    ['?q=rosa.munoz@correo.exam', 0],
    ['?q=v-1001', 1],
    ['?q=%25', 0],
  ])('%s finds so many reports (§12.169, §12.1882, security 5.703)', async (query, number) => {
    await reports.report()
    expect((await list(query)).results).toHaveLength(number)
  })

  test('the payments that may be it: the best fit first, in pesos of their day (§12.186)', async () => {
    await reports.addPayment('T-other', '31.5')
    await reports.addPayment('T-fits', '9.99')
    const { candidates } = await read(await reports.report())
    expect(candidates.slice(0, 2)).toMatchObject([
      { key: 'T-fits', fit: 'match', pesos: '399600', amount_uf: '9.99', deposited_on: today() },
      { key: 'T-other', fit: 'near', pesos: '1260000' },
    ])
    expect(candidates.slice(2).every(({ fit }) => fit === 'other')).toBe(true)
  })

  test('that Rosa no longer holds the sale, whose payments may be Hernán’s and whose telephone is (§12.1013, §12.2436)', async () => {
    const id = await reports.report()
    expect((await read(id)).is_former_holder).toBe(false)
    // Mario does not see sales.
    const phones = async () => [
      (await read(id)).phone,
      (await reports.ivan.get(`/api/payment-reports/${id}/`)).body.phone,
    ]
    expect(await phones()).toEqual(['', expect.stringMatching(/\d/)])
    const sell = (rut: string) =>
      reports.portal.pool.query(`update sales set holder_rut = $1 where code = 'V-1001'`, [rut])
    await sell('11111111-1')
    onTestFinished(async () => void (await sell('12345678-5')))
    expect((await read(id)).is_former_holder).toBe(true)
    expect(await phones()).toEqual(['', ''])
  })

  test('a payment by its date alone where the UF of that day is unknown', async () => {
    const day = addDays(today(), -3)
    await reports.portal.pool.query('delete from uf_values where date = $1', [day])
    await reports.addPayment('T-1', '10')
    await reports.portal.pool.query(`update payments set deposited_on = $1 where key = 'T-1'`, [
      day,
    ])
    const [best] = (await read(await reports.report({ paid_on: day }))).candidates
    expect(best).toMatchObject({ key: 'T-1', fit: 'near', pesos: null })
  })

  test('the receipt', async () => {
    const file = pdf('transferencia.pdf', { text: 'Banco' })
    const id = await reports.report({}, file)
    const { bytes } = await reports.mario.get(`/api/payment-reports/${id}/receipt/`)
    expect(bytes.equals(file.bytes)).toBe(true)
  })

  test('a page of the receipt as a picture, which is told to Rosa, who gets none herself (§12.1880)', async () => {
    const id = await reports.report({}, pdf('transferencia.pdf', { text: 'Banco' }))
    const path = `/api/payment-reports/${id}/receipt/pages`
    const { status, headers } = await reports.mario.get(`${path}/1/`)
    expect([status, headers['content-type'], headers['x-page-count']]).toEqual([
      ...[200, 'image/png', '1'],
    ])
    expect((await reports.mario.get(`${path}/2/`)).status).toBe(404)
    expect((await reports.rosa.get(`${path}/1/`)).status).toBe(403)
    const { rows } = await reports.portal.pool.query(
      `select action from audit_entries where object_type = 'payment_report' and object_id = $1
        and action = 'receipt.viewed'`,
      [String(id)],
    )
    expect(rows).toHaveLength(1)
  })

  test('what was reported in UF of its day, and in none where that is unknown (§12.1881)', async () => {
    expect(await read(await reports.report({ amount: '400000' }))).toMatchObject({
      amount_uf: '10',
    })
    const day = addDays(today(), -2)
    await reports.portal.pool.query('delete from uf_values where date = $1', [day])
    expect((await read(await reports.report({ paid_on: day }))).amount_uf).toBeNull()
  })
})

describe('Mario confirms a report', () => {
  test('with a payment of its sale, which Rosa’s list then knows as the same; no figure changes (§12.168, §12.1441)', async () => {
    await reports.addPayment('T-1', '10')
    const before = (await reports.rosa.get('/api/sales-data/')).body
    const id = await reports.report()
    const { status, body } = await confirm(id, 'T-1')
    expect([status, body]).toMatchObject([
      200,
      {
        state: 'confirmed',
        payment: { key: 'T-1' },
        handler: { name: 'Mario Fuentes Alarcón' },
        candidates: [],
      },
    ])
    const [own] = (await reports.rosa.get('/api/payment-reports/own/')).body.results
    expect(own).toMatchObject({ id, state: 'confirmed', payment_key: 'T-1' })
    expect((await reports.rosa.get('/api/sales-data/')).body).toEqual(before)
  })

  test('with one that differs only when he says that he knows (§12.2030)', async () => {
    await reports.addPayment('T-1', '3.85')
    const id = await reports.report()
    const refused = await confirm(id, 'T-1')
    expect([refused.status, refused.body]).toEqual([409, paymentReportMessages.paymentDiffers.text])
    const answer = { payment_key: 'T-1', differs: true }
    const path = `/api/payment-reports/${id}/confirm/`
    expect((await reports.mario.post(path, json(answer))).body).toMatchObject({
      state: 'confirmed',
      payment: { key: 'T-1' },
    })
  })

  test('with several payments that accounting made of it, all at once: none of them is another report’s, and all are free after an undo (§12.2434)', async () => {
    await reports.addPayment('T-1', '6')
    await reports.addPayment('T-2', '4')
    const [id, other] = [await reports.report(), await reports.report({ amount: '160000' })]
    const path = `/api/payment-reports/${id}/confirm/`
    const confirmWith = async (...[payment_key, ...further_keys]: string[]) => {
      const { status, body } = await reports.mario.post(path, json({ payment_key, further_keys }))
      return [status, body]
    }
    expect(await confirmWith('T-1')).toEqual([409, paymentReportMessages.paymentDiffers.text])
    const unknown = [409, paymentReportMessages.unknownPayment.text]
    expect(await confirmWith('T-1', 'T-3')).toEqual(unknown)
    // One twice is one.
    expect((await confirmWith('T-1', 'T-1'))[1]).toBe(paymentReportMessages.paymentDiffers.text)
    expect(await confirmWith('T-1', 'T-2')).toMatchObject([
      200,
      { state: 'confirmed', payment: { key: 'T-1' }, further_payments: [{ key: 'T-2' }] },
    ])
    const own = async () =>
      (await reports.rosa.get('/api/payment-reports/own/')).body.results.find(
        (each: { id: number }) => each.id === id,
      )
    expect(await own()).toMatchObject({ payment_key: 'T-1', further_keys: ['T-2'] })
    expect((await confirm(other, 'T-2')).body).toBe(paymentReportMessages.paymentTaken.text)
    const { body: log } = await reports.ivan.get('/api/audit/?action=payment_report.confirmed')
    expect(JSON.stringify(log.results[0])).toContain('T-1, T-2')

    await reports.portal.pool.query(`delete from payments where key = 'T-1'`)
    expect(await own()).toMatchObject({ payment_key: '', further_keys: [] })
    expect(await read(id)).toMatchObject({ payment: null, further_payments: [] })
    expect((await list('?state=confirmed')).results[0]).toMatchObject({ is_payment_gone: true })
    expect((await read(other)).candidates.map(({ key }) => key)).not.toContain('T-2')
    await reports.mario.post(`/api/payment-reports/${id}/unmatch/`, json({ reason: 'Otro mes' }))
    expect((await confirm(other, 'T-2')).status).toBe(200)
  })

  test('and still has it after accounting withdrew the payment, which the list tells (§12.188, §12.2401)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    const isGone = async () => (await list()).results.map(({ is_payment_gone }) => is_payment_gone)
    expect(await isGone()).toEqual([false])
    await confirm(id, 'T-1')
    expect(await isGone()).toEqual([false])
    await reports.portal.pool.query(`delete from payments where key = 'T-1'`)
    expect(await read(id)).toMatchObject({ state: 'confirmed', payment: null })
    expect(await isGone()).toEqual([true])
  })

  test('the list counts and shows alone those whose payment accounting no longer has (§12.2527)', async () => {
    await reports.addPayment('T-1', '10')
    await reports.addPayment('T-2', '10')
    const lost = await reports.report()
    const other = await reports.report({}, pdf('otra.pdf', { text: 'otra' }))
    await confirm(lost, 'T-1')
    await confirm(other, 'T-2')
    expect(await list('?state=confirmed')).toMatchObject({ counts: { confirmed: 2 }, gone: 0 })
    await reports.portal.pool.query(`delete from payments where key = 'T-1'`)
    for (const query of ['?gone=1', '?gone=1&state=reported']) {
      const { results, ...page } = await list(query)
      expect(page).toMatchObject({ counts: { confirmed: 2 }, gone: 1, current: 1, lastPage: 1 })
      expect(results.map((row) => row.id)).toEqual([lost])
    }
    expect((await list('?gone=1&q=nadie')).results).toEqual([])
  })

  test('also one that was confirmed with several, of which accounting lost one (§12.2571)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    await confirm(id, 'T-1')
    const further = JSON.stringify([{ key: 'T-2', on: today(), uf: 5 }])
    await reports.portal.pool.query('update payment_reports set further_payments = $1', [further])
    const page = await list('?gone=1')
    expect([page.gone, page.results.map((row) => row.id)]).toEqual([1, [id]])
    await reports.addPayment('T-2', '5')
    expect(await list('?gone=1')).toMatchObject({ gone: 0, results: [] })
  })

  test('until its number names another payment: that one is not Rosa’s, and may confirm another report (security 5.723)', async () => {
    const id = await reports.report()
    await reports.addPayment('T-1', '10')
    expect((await confirm(id, 'T-1')).status).toBe(200)
    const change = (amount: string) =>
      reports.portal.pool.query(`update payments set amount = $1 where key = 'T-1'`, [amount])
    const keyOfRosa = async () =>
      (await reports.rosa.get('/api/payment-reports/own/')).body.results.find(
        (each: { id: number }) => each.id === id,
      ).payment_key
    // Accounting corrects it.
    await change('10.05')
    const other = await reports.report({ amount: '200000' })
    expect([await keyOfRosa(), (await confirm(other, 'T-1')).status]).toEqual(['T-1', 409])
    // It annuls it, and the next one gets its number.
    await change('5')
    expect([await keyOfRosa(), await read(id)]).toMatchObject([
      '',
      { state: 'confirmed', payment: null },
    ])
    expect((await confirm(other, 'T-1')).status).toBe(200)
  })

  test('not with a payment that confirms another one, nor with one of another sale (security 5.46)', async () => {
    await reports.addPayment('T-1', '10')
    await reports.addPayment('T-2', '10', 'V-2001')
    const first = await reports.report()
    const second = await reports.report({}, pdf('otra.pdf', { text: 'otra' }))
    const both = await Promise.all([confirm(first, 'T-1'), confirm(second, 'T-1')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [open] = (await list('?state=reported')).results
    expect((await read(open?.id ?? 0)).candidates.map(({ key }) => key)).not.toContain('T-1')
    expect((await confirm(open?.id ?? 0, 'T-1')).body).toBe(paymentReportMessages.paymentTaken.text)
    expect((await confirm(open?.id ?? 0, 'T-2')).body).toBe(
      paymentReportMessages.unknownPayment.text,
    )
  })
})

describe('Mario undoes a confirmation', () => {
  const unmatch = async (id: number, reason = 'Era de otro mes') => {
    const path = `/api/payment-reports/${id}/unmatch/`
    const { status, body } = await reports.mario.post(path, json({ reason }))
    return [status, body]
  }

  test('with a reason, which is recorded: the report waits again, and so Rosa sees it; another report takes the payment (§12.2090)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    const other = await reports.report({}, pdf('otra.pdf', { text: 'otra' }))
    expect(await unmatch(id)).toEqual([409, paymentReportMessages.impossible.text])
    expect((await confirm(id, 'T-1')).status).toBe(200)
    expect(await unmatch(id, '  ')).toEqual([400, paymentReportMessages.reasonRequired.text])
    expect(await unmatch(id)).toMatchObject([
      200,
      { state: 'reported', closed_at: null, payment: null, handler: null },
    ])
    const { results } = (await reports.rosa.get('/api/payment-reports/own/')).body
    const own = results.find((each: { id: number }) => each.id === id)
    expect(own).toMatchObject({ state: 'reported', payment_key: '' })
    const { body: log } = await reports.ivan.get('/api/audit/?action=payment_report.unmatched')
    expect(log.results[0]).toMatchObject({ reason: 'Era de otro mes' })
    expect((await reports.rosa.get('/api/client/accesses/')).body.results).toContainEqual(
      expect.objectContaining({ action: expect.stringContaining('por validar un pago') }),
    )
    expect(await unmatch(id)).toEqual([409, paymentReportMessages.impossible.text])
    expect((await confirm(other, 'T-1')).status).toBe(200)
    expect((await decline(id, 'Es el mismo')).status).toBe(200)
  })

  test('not of a member who is erased: nobody could ask or answer (security 15.840)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    expect((await confirm(id, 'T-1')).status).toBe(200)
    await reports.portal.pool.query(
      `with erased as (
        insert into users (first_name, is_active, deleted_at, erased_at)
        values ('Cuenta anonimizada', false, now(), now()) returning id
      ) update payment_reports set user_id = erased.id from erased where payment_reports.id = $1`,
      [id],
    )
    expect(await unmatch(id)).toEqual([409, paymentReportMessages.memberErased.text])
    expect((await read(id)).state).toBe('confirmed')
  })

  test('not of a report of his own (security 5.820)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    expect((await confirm(id, 'T-1')).status).toBe(200)
    const holdBy = (name: string) =>
      reports.portal.pool.query(
        `update payment_reports set user_id = (select id from users where first_name = $1)
          where id = $2`,
        [name, id],
      )
    await holdBy('Mario')
    expect(await unmatch(id)).toEqual([403, paymentReportMessages.ownReport.text])
    await holdBy('Rosa')
  })
})

test('Mario’s own report, of a purchase that is Rosa’s by now, tells him none of her payments (security 5.944)', async () => {
  await reports.addPayment('T-1', '10')
  const id = await reports.report()
  expect((await read(id)).candidates[0]).toMatchObject({ key: 'T-1' })
  await reports.portal.pool.query(
    `update payment_reports set user_id = (select id from users where first_name = 'Mario')
      where id = $1`,
    [id],
  )
  const own = await read(id)
  expect(own).toMatchObject({ id, is_former_holder: true, payment: null })
  expect(own.candidates).toEqual([])
})

describe('Mario declines a report', () => {
  test('with a reason that Rosa reads in the portal; an email says only that it is there (§12.187)', async () => {
    const id = await reports.report()
    const sent = (await reports.portal.sentEmails()).length
    expect((await decline(id, '   ')).body).toBe(paymentReportMessages.reasonRequired.text)
    expect((await decline(id, 'El comprobante es de otra cuenta')).status).toBe(200)
    const [own] = (await reports.rosa.get('/api/payment-reports/own/')).body.results
    expect(own).toMatchObject({ state: 'declined', reason: 'El comprobante es de otra cuenta' })
    const [email, ...others] = (await reports.portal.sentEmails()).slice(sent)
    expect(others).toEqual([])
    expect(email?.subject).toBe('No pudimos validar un pago que informaste')
    expect(email?.text).toContain('/dashboard?venta=V-1001')
    expect(email?.text).not.toMatch(/otra cuenta|400/)
  })

  test('once: a second decision is refused (security 5.46)', async () => {
    await reports.addPayment('T-1', '10')
    const id = await reports.report()
    const both = await Promise.all([
      decline(id, 'No llegó'),
      confirm(id, 'T-1', reports.ivan),
      reports.rosa.post(`/api/payment-reports/${id}/cancel/`, json({})),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

test('nobody validates a payment that he reported himself (security 5.45)', async () => {
  await reports.portal.pool.query(
    `insert into user_groups (user_id, group_id)
     select users.id, groups.id from users, groups
     where users.first_name = 'Hernán' and groups.name = 'Contabilidad'`,
  )
  const hernan = await reports.portal.as('hernan')
  const id = await reports.report({ sale_code: 'V-2001' }, undefined, hernan)
  await reports.addPayment('T-1', '10', 'V-2001')
  for (const answer of [await confirm(id, 'T-1', hernan), await decline(id, 'x', hernan)]) {
    expect([answer.status, answer.body]).toEqual([403, paymentReportMessages.ownReport.text])
  }
  await reports.portal.pool.query(
    `delete from user_groups using users where user_id = users.id and first_name = 'Hernán'`,
  )
})

test('without the permission, or a session, there is nothing to see or do (§6.7)', async () => {
  await reports.addPayment('T-1', '10')
  const id = await reports.report()
  const others: [Visitor, number][] = [
    [reports.carla, 403],
    [reports.rosa, 403],
    [reports.portal.visitor(), 401],
  ]
  for (const [person, expected] of others) {
    const answers = [
      await person.get('/api/payment-reports/'),
      await person.get(`/api/payment-reports/${id}/`),
      await confirm(id, 'T-1', person),
      await decline(id, 'x', person),
      await person.post(`/api/payment-reports/${id}/unmatch/`, json({ reason: 'x' })),
    ]
    // A call without a token is refused before its session is missed.
    expect(answers.map(({ status }) => status)).toEqual([
      expected,
      expected,
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ])
    expect(answers.every(({ status }) => status === 401 || status === 403)).toBe(true)
  }
  expect((await read(id)).state).toBe('reported')
  expect((await reports.mario.get('/api/payment-reports/999999/')).status).toBe(404)
})
