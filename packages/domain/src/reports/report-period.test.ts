import { expect, test } from 'vitest'
import { monthOf } from '../dates/months.ts'
import { day } from '../testing/build-sale.ts'
import { texts } from '../testing/texts.ts'
import { readReportPeriod, reportPeriodMessages } from './report-period.ts'

const november = monthOf(day('2026-11-22'))

test.each([
  [{}, '2025-12', '2026-11'],
  [{ from: '', to: '' }, '2025-12', '2026-11'],
  [{ to: '2026-03' }, '2025-04', '2026-03'],
  [{ from: '2026-10' }, '2026-10', '2026-11'],
  [{ from: '2026-11', to: '2026-11' }, '2026-11', '2026-11'],
  [{ from: '2023-12', to: '2026-11' }, '2023-12', '2026-11'],
])('%j is from %s to %s', (chosen, from, to) => {
  expect(texts(readReportPeriod(chosen, november))).toEqual({ from, to })
})

test.each([
  [{ from: '2026-12' }, reportPeriodMessages.reversed.text],
  [{ to: '2026-12' }, reportPeriodMessages.future.text],
  [{ to: '9999-12' }, reportPeriodMessages.future.text],
  [{ from: '0001-01', to: '0001-02' }, reportPeriodMessages.month.text],
  [{ from: '2023-11' }, reportPeriodMessages.tooLong.text],
  [{ from: 'ayer' }, reportPeriodMessages.month.text],
  [{ to: '2026-13' }, reportPeriodMessages.month.text],
])('%j is refused', (chosen, sentence) => {
  expect(texts(readReportPeriod(chosen, november))).toBe(sentence)
})
