import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import { daysStillDue, dueCalendar } from './due-calendar.ts'

const today = day('2026-11-20')
const portal = { hostname: 'portal.example', origin: 'https://portal.example' }
const at = { today, now: new Date('2026-11-20T12:30:15.250Z'), portal }
const due = (dueOn: string, overrides = {}) => buildInstalment({ dueOn: day(dueOn), ...overrides })

const lines = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')

test('Rosa’s calendar has the days on which she still owes an instalment, without amounts, code in a name or rut (§12.1455)', () => {
  const sale = buildSale({
    code: 'V-1001',
    instalments: [
      due('2027-09-05'),
      due('2026-12-05'),
      due('2026-12-05'),
      due('2026-10-05'),
      due('2027-01-05', { balance: uf('0') }),
      buildInstalment({ dueOn: null }),
    ],
  })
  expect(daysStillDue(sale, today)).toEqual(['2026-12-05', '2027-09-05'])
  const calendar = dueCalendar([sale], at)
  expect(lines(calendar).slice(9, 20)).toEqual([
    'BEGIN:VEVENT',
    'UID:20261205-V-1001@portal.example',
    'DTSTAMP:20261120T123015Z',
    'DTSTART;VALUE=DATE:20261205',
    'DTEND;VALUE=DATE:20261206',
    expect.stringMatching(/^SUMMARY:Vence una cuota · /),
    'URL:https://portal.example/dashboard',
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'BEGIN:VEVENT',
  ])
  expect(calendar).not.toMatch(/UF|\$|12\.?345\.?678/)
})

test('an instalment of the last day that a calendar has, as accounting writes an unknown one, is left out (§12.2174)', () => {
  const sale = buildSale({ instalments: [due('9999-12-31'), due('2026-12-05')] })
  expect(daysStillDue(sale, today)).toEqual(['2026-12-05'])
  expect(lines(dueCalendar([sale], at)).filter((line) => line.startsWith('UID'))).toHaveLength(1)
})

test('a completed sale has no days (§12.1455)', () => {
  const instalments = [due('2026-12-05')]
  expect(daysStillDue(buildSale({ instalments, completedOn: day('2026-11-01') }), today)).toEqual(
    [],
  )
})

test('whatever a project is called, a line has at most 75 bytes, and unfolded it is the text (§12.1455)', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(fc.oneof(name, fc.stringMatching(/^[ñ,;\\\r\n🏠]{0,150}$/u)), (project) => {
      const sale = buildSale({ project, properties: [], instalments: [due('2026-12-05')] })
      const calendar = dueCalendar([sale], at)
      for (const line of calendar.split('\r\n')) {
        expect(encodeURIComponent(line).replace(/%../g, '%').length).toBeLessThanOrEqual(75)
      }
      expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const summary = lines(calendar).find((line) => line.startsWith('SUMMARY:')) ?? ''
      const text = summary
        .slice('SUMMARY:'.length)
        .replace(/\\([\\;,n])/g, (_, sign) => (sign === 'n' ? '\n' : sign))
      expect(text).toBe(`Vence una cuota · ${project || sale.code}`.replace(/\r\n|\r/g, '\n'))
    }),
  )
})

test('ical.js reads the same days, names and text of several homes, whatever a project is called (§12.1582)', () => {
  const project = fc.oneof(
    fc.constantFrom('Ñuñoa, Peñalolén; «La Ermita» \\ 2', 'Ñandú 🏠'.repeat(20), 'Línea\nde dos'),
    fc.stringMatching(/^[a-zñáé,;:\\" 🏠]{1,120}$/u),
  )
  fc.assert(
    fc.property(project, (name) => {
      const instalments = [due('2026-12-31'), due('2028-02-29')]
      const sales = ['V-1', 'V-2/ñ'].map((code) =>
        buildSale({ code, project: name, properties: [], instalments }),
      )
      const calendar = new ICAL.Component(ICAL.parse(dueCalendar(sales, at)))
      expect(calendar.getFirstPropertyValue('name')).toBe('Mis cuotas')
      const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
      expect(
        events.map(({ uid, summary, startDate, endDate }) => ({
          uid,
          summary,
          isDate: startDate.isDate,
          days: [String(startDate), String(endDate)],
        })),
      ).toEqual(
        ['V-1', 'V-2%2F%C3%B1'].flatMap((code) =>
          [
            ['20261231', '2026-12-31', '2027-01-01'],
            ['20280229', '2028-02-29', '2028-03-01'],
          ].map(([day, ...days]) => ({
            uid: `${day}-${code}@portal.example`,
            summary: `Vence una cuota · ${name}`,
            isDate: true,
            days,
          })),
        ),
      )
    }),
  )
})
