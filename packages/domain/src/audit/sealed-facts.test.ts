import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditActions, isAuditAction } from './audit-actions.ts'
import { factNames } from './audit-facts.ts'
import { isFolded, isOpenFact, isOpenReason } from './sealed-facts.ts'

describe('facts about a person', () => {
  test('are encrypted when they name, place or quote somebody', () => {
    const identifying = ['first_name', 'last_name', 'fullname', 'email', 'social_security']
    expect([...identifying, 'body', 'answer_file', 'name', 'title'].filter(isOpenFact)).toEqual([])
  })

  test('are encrypted unless the list says otherwise, also those that come later', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(!Object.hasOwn(factNames, name))
        expect(isOpenFact(name)).toBe(false)
      }),
    )
  })
})

const actions = Object.keys(auditActions).filter(isAuditAction)

test('only reads and downloads are folded', () => {
  expect(actions.filter(isFolded)).toEqual([
    'member.read',
    'member.listed',
    'member.exported',
    'requests.exported',
    'overdue.exported',
    'payments.exported',
    'document.downloaded',
    'document.viewed',
    'receipt.downloaded',
    'receipt.viewed',
    'statement.issued',
    'certificate.issued',
    'audit.read',
    'audit.exported',
    'load.exported',
    'load.findings_exported',
  ])
})

test('only the portal’s own reasons stay readable', () => {
  expect(actions.filter(isOpenReason)).toEqual(['member.erased'])
})
