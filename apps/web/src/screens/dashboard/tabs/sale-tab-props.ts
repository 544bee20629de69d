import type { CalendarDate } from '@carpeta/domain/dates'
import type { Sale } from '@carpeta/domain/sale'

export interface SaleTabProps {
  sale: Sale
  today: CalendarDate
}
