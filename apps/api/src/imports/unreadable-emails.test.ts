import { expect, test } from 'vitest'
import { openImports, type Sale, sample } from '../../test/imports.ts'
import { reportLines } from '../cli/import.ts'
import { exec, many, sql } from '../db/query.ts'
import { inviteMembers } from '../users/invitations.ts'

const { db, load } = openImports()

const FOUND = 'No se puede leer el correo del comprador de'
const later = (day: number) => ({ corte: `2026-11-${day}T06:00:00-03:00` })

/** Sales of a person each, with these emails in accounting. */
function withEmails(emails: string[]): Sale[] {
  const holders = new Set<string>()
  const ofEach = sample.filter(({ venta }) => {
    const isFirst = !holders.has(venta.cliente_rut)
    holders.add(venta.cliente_rut)
    return isFirst
  })
  return emails.map((email, index) => {
    const sale = structuredClone(ofEach[index])
    return { ...sale, code: `V-${index}`, venta: { ...sale.venta, cliente_email: email } }
  })
}

async function emails(): Promise<string[]> {
  const rows = await many<{ email: string }>(
    db(),
    sql`select email from users join sales on holder_rut = rut order by code`,
  )
  return rows.map(({ email }) => email)
}

test('emails as people write them are read, and the others are reported with the codes of their sales (§12.951)', async () => {
  const sales = withEmails([
    ' ROSA@Correo.CL ',
    'a@correo.cl; b@correo.cl',
    'Pía <pia@correo.cl>',
    'pia lagos@correo.cl',
    'no tiene',
    '',
  ])
  const dryRun = await load(sales, { dryRun: true })
  const outcome = await load(sales)
  expect(await emails()).toEqual(['rosa@correo.cl', 'a@correo.cl', 'pia@correo.cl', '', '', ''])
  for (const { unreadableEmails } of [dryRun, outcome]) {
    expect(unreadableEmails).toEqual(['V-3', 'V-4'])
  }
  const report = reportLines(outcome, { dryRun: false })
  expect(report.at(-1)).toBe(`${FOUND} 2 ventas: V-3, V-4.`)
  const found = await many(
    db(),
    sql`select sale_code, code, stated, computed from load_findings
      where load_id = ${outcome.loadId} and code = 'unreadable_email' order by sale_code`,
  )
  // Nothing of the person.
  const finding = { code: 'unreadable_email', stated: '', computed: '' }
  expect(found).toEqual([
    { saleCode: 'V-3', ...finding },
    { saleCode: 'V-4', ...finding },
  ])
})

test('every load says so until somebody corrects it, here or in accounting, and then they are invited (§12.951)', async () => {
  const wrong = ['sin@correo', 'no tiene', 'x']
  await load(withEmails(wrong))
  const again = await load(withEmails(wrong), {}, later(21))
  expect(again.counts?.unchanged).toBe(3)
  expect(again.unreadableEmails).toEqual(['V-0', 'V-1', 'V-2'])
  await exec(
    db(),
    sql`update users set email = 'de.usuarios@correo.cl'
      from sales where holder_rut = rut and code = 'V-1'`,
  )
  const corrected = ['de.contabilidad@correo.cl', 'no tiene', 'x']
  const last = await load(withEmails(corrected), {}, later(22))
  expect(last.unreadableEmails).toEqual(['V-2'])
  expect(await emails()).toEqual(['de.contabilidad@correo.cl', 'de.usuarios@correo.cl', ''])
  expect(await inviteMembers(db(), 'all-not-invited')).toBe(2)
})

test('accounting’s email replaces none that an account has (§12.951)', async () => {
  await load(withEmails(['rosa@correo.cl', 'no tiene']))
  await exec(
    db(),
    sql`update users set password_hash = 'x' from sales where holder_rut = rut and code = 'V-1'`,
  )
  await load(withEmails(['otra@correo.cl', 'hernan@correo.cl']), {}, later(21))
  expect(await emails()).toEqual(['rosa@correo.cl', ''])
})
