import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'

export interface SaleTabProps {
  sale: Sale
  today: CalendarDate
}
