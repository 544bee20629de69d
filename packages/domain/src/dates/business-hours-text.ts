import { counted } from '../text/counted.ts'
import { type Opening, openings } from './opening-hours.ts'

// Apart from the hours, which every page's footer has.

/** '24 horas hábiles (unos 4 días hábiles)': a business day is the mean of a week's. */
export function businessHoursText(hours: number): string {
  const days = hours / hoursOfDay()
  const text = counted(hours, 'hora hábil', 'horas hábiles')
  if (days < 1) return `${text} (menos de un día hábil)`
  return `${text} (${Math.round(days) === 1 ? 'cerca de 1 día hábil' : `unos ${Math.round(days)} días hábiles`})`
}

function hoursOfDay(): number {
  const open = openings.map((day) => day.reduce((sum, opening) => sum + hoursOf(opening), 0))
  const days = open.filter((hours) => hours > 0)
  return days.reduce((sum, hours) => sum + hours, 0) / days.length
}

function hoursOf([from, to]: Opening): number {
  const [start, end] = [from, to].map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours + minutes / 60
  })
  return (end ?? 0) - (start ?? 0)
}
