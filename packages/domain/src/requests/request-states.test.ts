import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canReopen,
  isActionAllowed,
  isClosed,
  isOpen,
  REOPEN_DAYS,
  type RequestAction,
  type RequestState,
  replyError,
  requestActions,
  requestMessages,
  requestStateLabels,
  requestStates,
  stateOfLabel,
} from './request-states.ts'

const acts = Object.keys(requestActions) as RequestAction[]
const state = fc.constantFrom(...requestStates)

describe('what can be done with a request', () => {
  // The whole table: what is not in it is impossible.
  const possible: [RequestState, RequestAction, RequestState][] = [
    ['draft', 'send', 'sent'],
    ['sent', 'cancel', 'cancelled'],
    ['sent', 'review', 'in_review'],
    ['in_review', 'ask', 'missing'],
    ['in_review', 'resolve', 'resolved'],
    ['in_review', 'reject', 'rejected'],
    ['missing', 'reply', 'in_review'],
    ['missing', 'cancel', 'cancelled'],
    ['missing', 'resolve', 'resolved'],
    ['missing', 'reject', 'rejected'],
    ['resolved', 'reopen', 'in_review'],
    ['rejected', 'reopen', 'in_review'],
  ]

  test.each(possible)('%s: %s leads to %s', (from, act, to) => {
    expect(isActionAllowed(act, from)).toBe(true)
    expect(requestActions[act].to).toBe(to)
  })

  test('and nothing else', () => {
    const allowed = acts.flatMap((act) =>
      requestStates.filter((from) => isActionAllowed(act, from)).map((from) => `${from} ${act}`),
    )
    expect(allowed.toSorted()).toEqual(possible.map(([from, act]) => `${from} ${act}`).toSorted())
  })

  test('only a member hands in, takes back and replies', () => {
    const members = acts.filter((act) => requestActions[act].by === 'member')
    expect(members.toSorted()).toEqual(['cancel', 'reply', 'send'])
  })
})

describe('whatever is done, in whatever order', () => {
  const steps = fc.array(fc.constantFrom(...acts), { maxLength: 30 })

  function follow(chosen: RequestAction[]): RequestState[] {
    const path: RequestState[] = ['draft']
    for (const act of chosen) {
      const now = path.at(-1) ?? 'draft'
      if (isActionAllowed(act, now)) path.push(requestActions[act].to)
    }
    return path
  }

  test('nothing is a draft again, and what was taken back stays so', () => {
    fc.assert(
      fc.property(steps, (chosen) => {
        const path = follow(chosen)
        expect(path.lastIndexOf('draft')).toBe(0)
        const cancelled = path.indexOf('cancelled')
        if (cancelled !== -1) expect(cancelled).toBe(path.length - 1)
      }),
    )
  })

  test('nothing is answered that nobody looked at', () => {
    fc.assert(
      fc.property(steps, (chosen) => {
        const path = follow(chosen)
        const answered = path.findIndex((it) => it === 'resolved' || it === 'rejected')
        if (answered !== -1) expect(path.slice(0, answered)).toContain('in_review')
      }),
    )
  })

  test('every act moves it on', () => {
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

test('a request is a draft, open or closed, and never two of them', () => {
  fc.assert(
    fc.property(state, (it) => {
      expect([it === 'draft', isOpen(it), isClosed(it)].filter(Boolean)).toHaveLength(1)
    }),
  )
})

test('each state has a word of its own, and the word leads back to it', () => {
  fc.assert(fc.property(state, (it) => stateOfLabel(requestStateLabels[it]) === it))
  for (const word of ['Listo', '', 'enviado', 'toString']) expect(stateOfLabel(word)).toBeNull()
})

describe('opening it again', () => {
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

  test('not without knowing when it was closed', () => {
    expect(canReopen('resolved', null, closedAt)).toBe(false)
  })

  test('once it is too late it stays so', () => {
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

describe('a reply', () => {
  test.each([
    ['replaces all that was rejected', { rejected: 0, replaced: 2 }, '', null],
    ['leaves one rejected', { rejected: 1, replaced: 1 }, ' ', requestMessages.replyRequired],
    ['says why one stays rejected', { rejected: 1, replaced: 0 }, 'No tengo otro', null],
    ['only says something', { rejected: 0, replaced: 0 }, 'Trabajo en casa', null],
    ['is nothing', { rejected: 0, replaced: 0 }, ' \n', requestMessages.replyRequired],
  ])('%s', (_what, documents, comment, expected) => {
    expect(replyError(documents, comment)).toBe(expected)
  })
})
