import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { requestStateLabels, stateOfLabel } from './request-labels.ts'
import {
  canComment,
  canRate,
  canReopen,
  canRespond,
  isActionAllowed,
  isClosed,
  isOpen,
  REOPEN_DAYS,
  type RequestAction,
  type RequestState,
  replyError,
  requestActions,
  requestMessages,
  requestStates,
  respondUntil,
} from './request-states.ts'

const actions = Object.keys(requestActions) as RequestAction[]
const state = fc.constantFrom(...requestStates)

describe('the actions on a request (§12.20)', () => {
  // The complete table.
  const possible: [RequestState, RequestAction, RequestState][] = [
    ['draft', 'send', 'sent'],
    ['sent', 'cancel', 'cancelled'],
    ['sent', 'review', 'in_review'],
    ['sent', 'ask', 'missing'],
    ['sent', 'resolve', 'resolved'],
    ['sent', 'reject', 'rejected'],
    ['in_review', 'ask', 'missing'],
    ['in_review', 'resolve', 'resolved'],
    ['in_review', 'reject', 'rejected'],
    ['missing', 'reply', 'in_review'],
    ['missing', 'cancel', 'cancelled'],
    ['missing', 'resolve', 'resolved'],
    ['missing', 'reject', 'rejected'],
    ['resolved', 'reopen', 'in_review'],
    ['rejected', 'reopen', 'in_review'],
    ['resolved', 'respond', 'in_review'],
    ['rejected', 'respond', 'in_review'],
  ]

  test.each(possible)('%s: %s leads to %s', (from, action, to) => {
    expect(isActionAllowed(action, from)).toBe(true)
    expect(requestActions[action].to).toBe(to)
  })

  test('no other action is allowed', () => {
    const allowed = actions.flatMap((action) =>
      requestStates
        .filter((from) => isActionAllowed(action, from))
        .map((from) => `${from} ${action}`),
    )
    expect(allowed.toSorted()).toEqual(
      possible.map(([from, action]) => `${from} ${action}`).toSorted(),
    )
  })

  test('only a member sends, cancels, replies and responds', () => {
    const members = actions.filter((action) => requestActions[action].by === 'member')
    expect(members.toSorted()).toEqual(['cancel', 'reply', 'respond', 'send'])
  })
})

describe('any actions in any order', () => {
  const steps = fc.array(fc.constantFrom(...actions), { maxLength: 30 })

  function follow(chosen: RequestAction[]): RequestState[] {
    const path: RequestState[] = ['draft']
    for (const action of chosen) {
      const now = path.at(-1) ?? 'draft'
      if (isActionAllowed(action, now)) path.push(requestActions[action].to)
    }
    return path
  }

  test('a sent request is never a draft again, and a cancelled one stays cancelled', () => {
    fc.assert(
      fc.property(steps, (chosen) => {
        const path = follow(chosen)
        expect(path.lastIndexOf('draft')).toBe(0)
        const cancelled = path.indexOf('cancelled')
        if (cancelled !== -1) expect(cancelled).toBe(path.length - 1)
      }),
    )
  })

  test('no request is answered before it was sent', () => {
    fc.assert(
      fc.property(steps, (chosen) => {
        const path = follow(chosen)
        const answered = path.findIndex((it) => it === 'resolved' || it === 'rejected')
        if (answered !== -1) expect(path.slice(0, answered)).toContain('sent')
      }),
    )
  })

  test('every action changes the state', () => {
    fc.assert(
      fc.property(steps, (chosen) => {
        const path = follow(chosen)
        path.slice(1).forEach((reached, index) => {
          expect(reached).not.toBe(path[index])
        })
      }),
    )
  })
})

test('a request is exactly one of draft, open and closed', () => {
  fc.assert(
    fc.property(state, (it) => {
      expect([it === 'draft', isOpen(it), isClosed(it)].filter(Boolean)).toHaveLength(1)
    }),
  )
})

test('each state has its own label, which gives the state again', () => {
  fc.assert(fc.property(state, (it) => stateOfLabel(requestStateLabels[it]) === it))
  for (const label of ['Listo', '', 'enviado', 'toString']) expect(stateOfLabel(label)).toBeNull()
})

describe('reopening', () => {
  const closedAt = new Date('2026-11-20T15:00:00Z')
  const later = (ms: number) => new Date(closedAt.getTime() + ms)
  const days = REOPEN_DAYS * 86_400_000

  test.each([
    ['resolved', 0, true],
    ['rejected', 86_400_000, true],
    ['resolved', days, true],
    ['resolved', days + 1, false],
    ['cancelled', 0, false],
    ['in_review', 0, false],
    ['sent', 0, false],
  ] as const)('%s, %d ms after its closing: %s', (from, ms, expected) => {
    expect(canReopen(from, closedAt, later(ms))).toBe(expected)
  })

  test('is refused without a closing time', () => {
    expect(canReopen('resolved', null, closedAt)).toBe(false)
  })

  test('is never possible again once it is too late', () => {
    fc.assert(
      fc.property(state, fc.nat(2 * days), fc.nat(2 * days), (it, one, other) => {
        const [sooner, after] = [Math.min(one, other), Math.max(one, other)]
        if (canReopen(it, closedAt, later(after))) {
          expect(canReopen(it, closedAt, later(sooner))).toBe(true)
        }
      }),
    )
  })
})

describe('a reply to an answer', () => {
  // Thursday 19 November at 23:59 in Santiago.
  const closedAt = new Date('2026-11-20T02:59:00Z')

  test.each([
    ['resolved', '2026-11-20T03:00:00Z', true],
    ['rejected', '2026-11-30T02:59:59Z', true],
    ['resolved', '2026-11-30T03:00:00Z', false],
    ['cancelled', '2026-11-20T03:00:00Z', false],
    ['in_review', '2026-11-20T03:00:00Z', false],
  ] as const)('of a request that is %s, at %s: %s', (from, at, expected) => {
    expect(canRespond(from, closedAt, new Date(at))).toBe(expected)
  })

  test('is possible for ten whole days, and never again afterwards (§12.347)', () => {
    expect(respondUntil(closedAt)).toBe('2026-11-29')
    const hours = 24 * 3_600_000
    fc.assert(
      fc.property(fc.nat(9 * hours), fc.integer({ min: 11 * hours, max: 99 * hours }), (a, b) => {
        expect(canRespond('resolved', closedAt, new Date(closedAt.getTime() + a))).toBe(true)
        expect(canRespond('resolved', closedAt, new Date(closedAt.getTime() + b))).toBe(false)
      }),
    )
    expect(canRespond('resolved', null, closedAt)).toBe(false)
  })

  test('is no comment: a comment is for a request that is not answered', () => {
    fc.assert(fc.property(state, (it) => !(canComment(it) && canRate(it))))
    expect(requestStates.filter(canComment)).toEqual(['sent', 'in_review'])
    expect(requestStates.filter(canRate)).toEqual(['resolved'])
  })
})

describe('a reply', () => {
  test.each([
    ['replaces all rejected documents', { rejected: 0, attached: 2 }, '', null],
    ['leaves one rejected', { rejected: 1, attached: 1 }, ' ', requestMessages.replyRequired.text],
    ['explains why one stays rejected', { rejected: 1, attached: 0 }, 'No tengo otro', null],
    ['is only a comment', { rejected: 0, attached: 0 }, 'Trabajo en casa', null],
    ['is empty', { rejected: 0, attached: 0 }, ' \n', requestMessages.replyEmpty.text],
  ])('%s', (_what, documents, comment, expected) => {
    expect(texts(replyError(documents, comment))).toBe(expected)
  })
})
