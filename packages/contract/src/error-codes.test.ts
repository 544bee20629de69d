import { groupMessages } from '@carpeta/domain/access/group-rules'
import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { announcementMessages } from '@carpeta/domain/announcements/announcement-rules'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { invitationRefusals } from '@carpeta/domain/people/user-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { describe, expect, test } from 'vitest'
import { codeOf, errorSentences } from './error-codes.ts'

describe('the code of a sentence', () => {
  test('is the key of its list in `errorSentences`', () => {
    expect(codeOf(userFormMessages.emailTaken, 'invalid')).toBe('taken')
    expect(codeOf(requestMessages.changedMeanwhile, 'refused')).toBe('changed_meanwhile')
  })

  test('does not depend on a number in it', () => {
    expect([1, 2, 40].map((members) => codeOf(groupMessages.inUse(members), 'refused'))).toEqual([
      'group_in_use',
      'group_in_use',
      'group_in_use',
    ])
  })

  test('is the general code for an unknown sentence', () => {
    expect(codeOf('Otra cosa', 'refused')).toBe('refused')
  })
})

test('no sentence has two codes', () => {
  for (const [code, sentences] of Object.entries(errorSentences)) {
    for (const sentence of sentences)
      expect([sentence, codeOf(sentence, 'refused')]).toEqual([sentence, code])
  }
})

test.each([
  ['of a request', requestMessages],
  ['of an announcement', announcementMessages],
  ['of an account', userFormMessages],
  ['of an invitation', invitationRefusals],
  ['of a view as a member', viewAsMessages],
  ['of a second factor', secondFactorMessages],
])('every sentence %s has a code', (_name, messages) => {
  const without = Object.values<string>(messages).filter(
    (sentence) => codeOf(sentence, 'internal') === 'internal',
  )
  expect(without).toEqual([])
})
