import { empty } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import {
  holidayParams,
  holidaySchema,
  holidaysQuery,
  holidaysResponse,
  saveHoliday,
} from '@carpeta/contract/requests'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { holidayMessages, readHolidayYear } from '@carpeta/domain/dates/holiday-rules'
import type { z } from 'zod'
import type { Api } from '../app.ts'
import { actorOf } from '../http/actor.ts'
import { InvalidFields } from '../http/errors.ts'
import { deleteHoliday, setHoliday } from './change-holiday.ts'
import { type Holiday, listHolidays } from './list-holidays.ts'

/** The days on which deadlines stand still, kept by whoever keeps the procedures. */
export function calendarRoutes({ app, db }: Api): void {
  const config = { access: 'procedures.change_procedures', fieldErrors: true } as const

  app.get(
    '/api/holidays/',
    {
      config,
      schema: {
        summary: 'Los feriados de un año',
        querystring: holidaysQuery,
        response: { ...errorResponses, 200: holidaysResponse },
      },
    },
    async ({ query }) => {
      const year = readHolidayYear(query.year ?? todayInSantiago(new Date()).slice(0, 4))
      if (year === null) throw new InvalidFields({ year: [holidayMessages.year] })
      return { results: (await listHolidays(db, year)).map(presentHoliday) }
    },
  )

  app.post(
    '/api/holidays/',
    {
      config,
      schema: {
        summary: 'Cerrar un día, o atender en un feriado del país',
        body: saveHoliday,
        response: { ...errorResponses, 200: holidaySchema },
      },
    },
    async (request) => {
      const { date, name, is_closed: isClosed } = request.body
      return presentHoliday(await setHoliday(db, actorOf(request), { date, name, isClosed }))
    },
  )

  app.delete(
    '/api/holidays/:date/',
    {
      config,
      schema: {
        summary: 'Volver a lo que dice el calendario del país',
        params: holidayParams,
        response: { ...errorResponses, 200: empty },
      },
    },
    async (request) => {
      await deleteHoliday(db, actorOf(request), request.params.date)
      return {}
    },
  )
}

function presentHoliday({ date, name, isClosed, isOwn }: Holiday): z.infer<typeof holidaySchema> {
  return { date, name, is_closed: isClosed, is_own: isOwn }
}
