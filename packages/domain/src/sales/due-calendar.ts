import { addDays, type CalendarDate } from '../dates/dates.ts'
import { isInstalmentOwed } from './instalments.ts'
import type { Sale } from './sale.ts'
import { nameOf } from './sale-name.ts'
import { isSelectable } from './sale-rules.ts'

/** Its address; events lead there. */
interface Portal {
  hostname: string
  origin: string
}

/** No day comes after it: programs write it where they know none. */
const NO_DAY = '9999-12-31'

/** The days on which instalments of a sale are still due, each once; none of a completed sale. */
export function daysStillDue(sale: Sale, today: CalendarDate): CalendarDate[] {
  if (!isSelectable(sale)) return []
  const owed = sale.instalments.filter(isInstalmentOwed).flatMap(({ dueOn }) => dueOn ?? [])
  return [...new Set(owed)].filter((dueOn) => dueOn >= today && dueOn < NO_DAY).sort()
}

interface At {
  today: CalendarDate
  now: Date
  portal: Portal
}

/**
 * Those days of some sales as a calendar (RFC 5545), without amounts. They are whole days without a time zone, and an
 * event keeps its name (UID), so that a later file replaces it.
 */
export function dueCalendar(sales: readonly Sale[], at: At): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carpeta Virtual//Cuotas//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    // Both names of each, for programs of before and after RFC 7986: what it is called, and how often to ask again.
    'NAME:Mis cuotas',
    'X-WR-CALNAME:Mis cuotas',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...sales.flatMap((sale) => eventsOf(sale, at)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventsOf(sale: Sale, { today, now, portal }: At): string[] {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return daysStillDue(sale, today).flatMap((dueOn) => [
    'BEGIN:VEVENT',
    `UID:${compact(dueOn)}-${encodeURIComponent(sale.code)}@${portal.hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(dueOn)}`,
    `DTEND;VALUE=DATE:${compact(addDays(dueOn, 1))}`,
    `SUMMARY:${escaped(`Vence una cuota · ${nameOf(sale)}`)}`,
    `URL:${portal.origin}/dashboard`,
    // Whoever shares a calendar shows that something is on that day, and not what.
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
}

function compact(date: CalendarDate): string {
  return date.replaceAll('-', '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n')
}

const MAX_BYTES = 75

/** A line has at most 75 bytes of UTF-8; a further one begins with a space. */
function folded(line: string): string {
  let bytes = 0
  let text = ''
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > MAX_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}

/** In UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
