import { type AuditAction, auditActions } from '@carpeta/domain/audit/audit-actions'
import { auditObjects, factNames, formatFact } from '@carpeta/domain/audit/audit-facts'
import { describe, expect, test } from 'vitest'
import { accountFlows } from '../../test/audit/account-flows.ts'
import { entriesSince, lastEntry, openFacts } from '../../test/audit/audit-entries.ts'
import { dataFlows } from '../../test/audit/data-flows.ts'
import { type Flow, openCast } from '../../test/audit/flow.ts'
import { importFlows } from '../../test/audit/import-flows.ts'
import { secondFactorFlows } from '../../test/audit/second-factor-flows.ts'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'

// Every action of the audit log, with a call that records it.
const flows: Record<AuditAction, Flow> = {
  // Before Bruno's password changes.
  ...secondFactorFlows,
  ...accountFlows,
  ...importFlows,
  ...dataFlows,
}

const cast = openCast()

/** Facts and nested facts. */
function factsIn(facts: object): [name: string, value: unknown][] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested ? [[name, null], ...factsIn(value)] : [[name, value]]
  })
}

describe('the audit log has', () => {
  test.each(Object.entries(flows))('%s', async (action, { perform, who, whose }) => {
    const last = await lastEntry(cast().portal)
    await perform(cast())
    expect(await entriesSince(cast().portal, last)).toContainEqual(
      expect.objectContaining({ action, who, whose }),
    )
  })

  test('every action, and no other (§12.61, security 11.2, security 13.9)', () => {
    expect(Object.keys(flows).toSorted()).toEqual(Object.keys(auditActions).toSorted())
  })

  test('no object, fact or code without a Spanish label', async () => {
    const { rows } = await cast().portal.pool.query(
      'select object_type, before, after, reason, sealed, actor_id, subject_id from audit_entries',
    )
    const types = rows.map(({ object_type }) => object_type).filter(Boolean)
    const opened = await openFacts(cast().portal, rows)
    const facts = opened.flatMap(({ before, after }) => [...factsIn(before), ...factsIn(after)])
    const names = facts.map(([name]) => name)
    expect(types.filter((type) => !Object.hasOwn(auditObjects, type))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['answerHours', 'visible_from', 'pesos']))
    expect(names.filter((name) => !Object.hasOwn(factNames, name))).toEqual([])
    const codes = facts.flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
    const isShown = ([name, value]: unknown[]) =>
      /^[a-z_]{2,}$/.test(String(value)) && formatFact(String(name), value) === value
    expect(codes.filter(isShown)).toEqual([])
  })

  test('all entries in one valid chain, each signed', async () => {
    const { portal } = cast()
    await chainNow(portal)
    const { entries, firstFault, unsigned } = await verifyChain(portal)
    expect(entries).toBeGreaterThan(Object.keys(flows).length)
    expect({ firstFault, unsigned }).toEqual({ firstFault: null, unsigned: 0 })
  })

  test('no password, no link, no cookie and no hash (security 13.11)', async () => {
    const { portal, rosa, hernan, pia, carla, mario, ivan, secrets } = cast()
    const { rows } = await portal.pool.query('select entry::text as line from audit_entries entry')
    const lines = rows.map(({ line }) => line).join('\n')
    const cookies = [rosa, hernan, pia, carla, mario, ivan].flatMap((person) => [
      ...person.cookies.values(),
    ])
    const { rows: hashes } = await portal.pool.query(`
      select password_hash as hash from users where password_hash is not null
      union all select id_hash from sessions union all select token_hash from account_links`)
    const forbidden = [...secrets, ...cookies, ...hashes.map(({ hash }) => hash)]
    expect(forbidden.length).toBeGreaterThan(30)
    expect(forbidden.filter((secret) => secret === '' || lines.includes(secret))).toEqual([])
    expect(lines).toContain('V-1001')
    expect(lines).not.toMatch(/argon2|pbkdf2/)
  })
})
