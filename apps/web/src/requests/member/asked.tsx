import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { askedText } from '@carpeta/domain/requests/questions'
import type { RequestSummary, Sale } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { searchOfProcedure, searchOfRequest } from '../member-address.ts'

interface Props {
  /** What was asked, within a sentence. */
  what: string
  sale: Sale
  request: RequestSummary
  today: CalendarDate
}

/** That the member asked something, by when it is answered, and where. */
export function Asked({ what, sale, request, today }: Props) {
  const search = searchOfRequest(sale.code, request.key)
  return (
    <>
      <UnbrokenDates text={askedText(what, request, today)} />{' '}
      <Link to={`/dashboard${search}`}>Ver mi consulta</Link>
    </>
  )
}

/** The form of a question about something; null where none is offered. */
export function questionAddress(sale: Sale, about: string): string | null {
  const id = sale.questionProcedureId
  return id === null ? null : `/dashboard${searchOfProcedure(sale.code, id, about)}`
}
