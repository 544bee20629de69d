import { expect, test } from 'vitest'
import { firstAnswer, openReviews } from './answer-rules.ts'

test.each([
  [[], 'resolve', ''],
  [['accepted'], 'resolve', ''],
  [['accepted', 'pending', 'pending'], 'resolve', '2 por revisar'],
  [['rejected', 'pending'], 'ask', '1 rechazado, 1 por revisar'],
  [['rejected', 'accepted', 'rejected'], 'ask', '2 rechazados'],
] as const)('documents %j are answered at first by %s (§12.1890)', (reviews, answer, text) => {
  expect(firstAnswer(reviews)).toBe(answer)
  expect(openReviews(reviews)).toBe(text)
})
