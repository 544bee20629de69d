import { type CalendarDate, shortDate } from '../dates/dates.ts'

/** By when the cooperative answers a request, or that it is late. `verb`: 'contestar' once the member has replied. */
export function answerPromise(
  by: CalendarDate,
  today: CalendarDate,
  verb: 'responder' | 'contestar' = 'responder',
): string {
  return by < today
    ? `Nos atrasamos: debíamos ${verb}te el ${shortDate(by)}.`
    : `Te ${verb}emos a más tardar el ${shortDate(by)}.`
}
