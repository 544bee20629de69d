import { type CalendarDate, isCalendarDate } from '@carpeta/domain/dates/dates'

// As they are written by the Banco Central ('22-nov-2026', '38,362.26'), the Diario Oficial
// ('22/11/2026', '28.688,73'), the CMF ('2026-11-22', '40.804'), mindicador.cl
// ('2026-11-22T03:00:00.000Z', '40771.41'), and a spreadsheet in Chile.

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:T0[34]:00:00(?:\.000)?Z|[ T]00:00(?::00)?)?$/
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2}|[a-z]{3,4}\.?)\2(\d{4})$/i

/** The day comes before the month, and a month may be a name. Null when it is no day. */
export function readUfDate(text: string): CalendarDate | null {
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(text) ?? []
  if (isoYear) return dateOf(`${isoYear}-${isoMonth}-${isoDay}`)
  const [, day = '', , month = '', year] = DAY_FIRST.exec(text) ?? []
  return year ? dateOf(`${year}-${twoDigits(monthNumber(month))}-${twoDigits(day)}`) : null
}

function dateOf(text: string): CalendarDate | null {
  return isCalendarDate(text) ? text : null
}

/** 'sept.' is September too. */
function monthNumber(text: string): string {
  if (/^\d+$/.test(text)) return text
  return String(MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1)
}

function twoDigits(text: string): string {
  return text.padStart(2, '0')
}

const PLAIN = /^(\d+)(?:[.,](\d+))?$/
const THOUSANDS_WITH_DOT = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/
const THOUSANDS_WITH_COMMA = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/

/** Decimal text with a dot. Three digits after a single sign are thousands: a UF of 40,804 pesos never was. */
export function readUfAmount(text: string): string | null {
  const bare = text.replace(/^\$/, '').replaceAll(/[\s\u00a0]/g, '')
  for (const form of [THOUSANDS_WITH_DOT, THOUSANDS_WITH_COMMA, PLAIN]) {
    const [, whole, decimals] = form.exec(bare) ?? []
    if (whole) return `${whole.replaceAll(/[.,]/g, '')}${decimals ? `.${decimals}` : ''}`
  }
  return null
}
