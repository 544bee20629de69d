import { type AuditAction, auditActions } from '@carpeta/domain/audit/audit-actions'
import { auditObjects, factNames } from '@carpeta/domain/audit/audit-facts'
import { describe, expect, test } from 'vitest'
import { accountFlows } from '../../test/audit/account-flows.ts'
import { entriesSince, lastEntry } from '../../test/audit/audit-entries.ts'
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

/** The names of facts and of nested facts. */
function namesIn(facts: object): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested ? [name, ...namesIn(value)] : [name]
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

  test('no object or fact without a Spanish label', async () => {
    const { rows } = await cast().portal.pool.query(
      'select object_type, before, after from audit_entries',
    )
    const types = rows.map(({ object_type }) => object_type).filter(Boolean)
    const facts = rows.flatMap(({ before, after }) => [...namesIn(before), ...namesIn(after)])
    expect(types.filter((type) => !Object.hasOwn(auditObjects, type))).toEqual([])
    expect(facts).toContain('answerHours')
    expect(facts.filter((name) => !Object.hasOwn(factNames, name))).toEqual([])
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
