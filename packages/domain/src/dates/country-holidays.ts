import { addDays, type CalendarDate, daysBetween, todayInSantiago } from './dates.ts'

/**
 * Chile's public holidays of a year with their names, by the laws in force since 2008; earlier years had others. Single
 * holidays that a law adds, such as election days, are not included; staff add them.
 */
export function countryHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  const on = (monthDay: string) => `${year}-${monthDay}` as CalendarDate
  const holidays = new Map<CalendarDate, string>()
  const add = (date: CalendarDate | null, name: string) => date !== null && holidays.set(date, name)
  // Not Easter Sunday itself (law 2.977).
  const easter = easterSunday(year)

  add(on('01-01'), 'Año Nuevo')
  if (year >= 2017) add(ifOn('lunes', on('01-02')), 'Feriado adicional de Año Nuevo')
  add(addDays(easter, -2), 'Viernes Santo')
  add(addDays(easter, -1), 'Sábado Santo')
  add(on('05-01'), 'Día Nacional del Trabajo')
  add(on('05-21'), 'Día de las Glorias Navales')
  if (year >= 2021) add(winterSolstice(year), 'Día Nacional de los Pueblos Indígenas')
  add(movedToMonday(on('06-29')), 'San Pedro y San Pablo')
  add(on('07-16'), 'Día de la Virgen del Carmen')
  add(on('08-15'), 'Asunción de la Virgen')
  if (year >= 2017) add(ifOn('viernes', on('09-17')), 'Feriado adicional de Fiestas Patrias')
  if (year >= 2007) add(ifOn('lunes', on('09-17')), 'Feriado adicional de Fiestas Patrias')
  add(on('09-18'), 'Independencia Nacional')
  add(on('09-19'), 'Día de las Glorias del Ejército')
  add(ifOn('viernes', on('09-20')), 'Feriado adicional de Fiestas Patrias')
  add(movedToMonday(on('10-12')), 'Encuentro de Dos Mundos')
  add(movedToFriday(on('10-31')), 'Día de las Iglesias Evangélicas y Protestantes')
  add(on('11-01'), 'Día de Todos los Santos')
  add(on('12-08'), 'La Inmaculada Concepción')
  add(on('12-25'), 'Navidad')
  return holidays
}

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const
type Weekday = (typeof WEEKDAYS)[number]

const ANY_SUNDAY = '2023-01-01' as CalendarDate

function weekdayOf(date: CalendarDate): Weekday {
  const weekday = ((daysBetween(ANY_SUNDAY, date) % 7) + 7) % 7
  return WEEKDAYS[weekday] as Weekday
}

/** Laws 20.215 and 20.983: a day between a holiday and a weekend. */
function ifOn(weekday: Weekday, date: CalendarDate): CalendarDate | null {
  return weekdayOf(date) === weekday ? date : null
}

const toMonday: Partial<Record<Weekday, number>> = {
  martes: -1,
  miércoles: -2,
  jueves: -3,
  viernes: 3,
}

/** Law 19.668: from Tuesday to Thursday back to the Monday of the same week, from Friday on to the next. */
function movedToMonday(date: CalendarDate): CalendarDate {
  return addDays(date, toMonday[weekdayOf(date)] ?? 0)
}

const toFriday: Partial<Record<Weekday, number>> = { martes: -4, miércoles: 2 }

/** Law 20.299: from Tuesday back to the Friday before, from Wednesday on to the Friday of the same week. */
function movedToFriday(date: CalendarDate): CalendarDate {
  return addDays(date, toFriday[weekdayOf(date)] ?? 0)
}

const SOLSTICE_OF_2000 = Date.UTC(2000, 5, 21, 1, 37)
const SOLSTICE_YEAR_MS = 365.241_626 * 86_400_000

/** Law 21.357, which named the first. To a quarter of an hour, which decides no day of this century. */
function winterSolstice(year: number): CalendarDate {
  if (year === 2021) return '2021-06-21' as CalendarDate
  return todayInSantiago(new Date(SOLSTICE_OF_2000 + (year - 2000) * SOLSTICE_YEAR_MS))
}

/** The Gregorian computus, as Meeus, Jones and Butcher wrote it. */
function easterSunday(year: number): CalendarDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  return addDays(`${year}-03-22` as CalendarDate, moon + weekday - 7 * late)
}
