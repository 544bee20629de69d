import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import {
  isOpen,
  type Mergeable,
  mergedDueAt,
  mergeError,
  openStates,
  requestMessages,
  requestStates,
} from './request-states.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

const build = (changes: Partial<Mergeable> = {}): Mergeable => ({
  id: 1,
  userId: 7,
  state: 'sent',
  procedureId: 3,
  answerDays: null,
  sentAt: at(1),
  dueAt: at(10),
  ...changes,
})

const later = (changes: Partial<Mergeable> = {}) =>
  build({ id: 2, sentAt: at(5), dueAt: at(14), ...changes })

const date = fc.date({ min: at(1), max: at(28), noInvalidDate: true })

const anyRequest: fc.Arbitrary<Mergeable> = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  userId: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom(...requestStates),
  procedureId: fc.integer({ min: 1, max: 2 }),
  answerDays: fc.option(fc.constant(30)),
  sentAt: date,
  dueAt: fc.option(date),
})

describe('a request is merged', () => {
  test('into another open one of the same member, in either direction', () => {
    expect(texts(mergeError(build(), later()))).toBeNull()
    expect(texts(mergeError(later({ procedureId: 4 }), build()))).toBeNull()
  })

  test.each([
    ['itself', build(), requestMessages.mergeSelf.text],
    ['one of another member', later({ userId: 8 }), requestMessages.mergeOtherMember.text],
    ['a closed one', later({ state: 'resolved' }), requestMessages.mergeClosed.text],
  ])('not into %s', (_name, into, message) => {
    expect(texts(mergeError(build(), into))).toBe(message)
  })

  test('by law only into an earlier one of the same procedure (§12.428)', () => {
    const legal = { answerDays: 30 }
    expect(texts(mergeError(later(legal), build(legal)))).toBeNull()
    expect(texts(mergeError(build(legal), later(legal)))).toBe(requestMessages.mergeByLaw.text)
    expect(texts(mergeError(later(legal), build()))).toBe(requestMessages.mergeByLaw.text)
    expect(texts(mergeError(later({ ...legal, procedureId: 4 }), build(legal)))).toBe(
      requestMessages.mergeByLaw.text,
    )
  })

  test('never while one of them is closed or of somebody else, and never both ways by law (security 13.28)', () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (request, into) => {
        if (texts(mergeError(request, into)) !== null) return
        expect(request.id).not.toBe(into.id)
        expect(request.userId).toBe(into.userId)
        expect([request, into].every(({ state }) => isOpen(state))).toBe(true)
        if (request.answerDays !== null) expect(texts(mergeError(into, request))).not.toBeNull()
      }),
    )
  })
})

describe('the deadline', () => {
  test('is that of the older one, whichever stays (§12.428)', () => {
    expect(mergedDueAt(build(), later())).toEqual(at(10))
    expect(mergedDueAt(later(), build())).toEqual(at(10))
  })

  test('stays where the older one waits for the member, and none begins while the other does', () => {
    expect(mergedDueAt(build({ dueAt: null }), later())).toEqual(at(14))
    expect(mergedDueAt(build(), later({ dueAt: null }))).toBeNull()
  })

  test('is one of the two', () => {
    const open = anyRequest.filter(({ state }) => openStates.some((each) => each === state))
    fc.assert(
      fc.property(open, open, (request, into) => {
        const dueAt = mergedDueAt(request, into)
        expect([request.dueAt, into.dueAt]).toContain(dueAt)
        expect(dueAt === null).toBe(into.dueAt === null)
      }),
    )
  })
})
