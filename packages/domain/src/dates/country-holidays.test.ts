import { expect, test } from 'vitest'
import { recordedHolidays } from '../testing/recorded-holidays.ts'
import { countryHolidays } from './country-holidays.ts'
import type { CalendarDate } from './dates.ts'

/** Where the record differs from the law. */
const corrections: Record<string, { without?: string; also?: string }> = {
  // Law 20.215 made the Monday before Fiestas Patrias on Tuesday and Wednesday a holiday.
  2007: { also: '09-17' },
  2012: { also: '09-17' },
  // A single one of its year.
  2022: { without: '09-16' },
}

test.each(Object.entries(recordedHolidays))(
  'the holidays of %s are those that a library of all countries had (§12.1542)',
  (year, recorded) => {
    const { without, also } = corrections[year] ?? {}
    const expected = recorded.split(' ').filter((day) => day !== without)
    if (also !== undefined) expected.push(also)
    const days = [...countryHolidays(Number(year)).keys()].map((date) => date.slice(5))
    expect(days.toSorted()).toEqual(expected.toSorted())
  },
)

test('no holiday of this century falls out of its days: the solstice on the 20th or 21st, Good Friday from 20 March to 23 April (§12.1542)', () => {
  for (let year = 2000; year <= 2100; year++) {
    const days = new Map([...countryHolidays(year)].map(([date, name]) => [name, date.slice(5)]))
    if (year >= 2021) {
      expect(['06-20', '06-21']).toContain(days.get('Día Nacional de los Pueblos Indígenas'))
    }
    const friday = days.get('Viernes Santo') ?? ''
    expect(friday >= '03-20' && friday <= '04-23').toBe(true)
    expect(new Date(`${year}-${friday}`).getUTCDay()).toBe(5)
  }
})

test.each([
  ['2021-06-21', 'Día Nacional de los Pueblos Indígenas'],
  ['2023-01-02', 'Feriado adicional de Año Nuevo'],
  ['2024-09-20', 'Feriado adicional de Fiestas Patrias'],
  ['2026-12-08', 'La Inmaculada Concepción'],
  ['2027-06-28', 'San Pedro y San Pablo'],
  ['2029-11-02', 'Día de las Iglesias Evangélicas y Protestantes'],
])('%s is %s (§12.396)', (date, name) => {
  expect(countryHolidays(Number(date.slice(0, 4))).get(date as CalendarDate)).toBe(name)
})
