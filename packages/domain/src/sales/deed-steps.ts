import type { CalendarDate } from '../dates/dates.ts'
import type { DeedTracking } from './sale.ts'

export const pendingMark = '(PENDIENTE)'

export type DeedField = Exclude<keyof DeedTracking, 'lender'>

export interface DeedStep {
  label: string
  field: DeedField
  /** Null while the step is pending. */
  doneOn: CalendarDate | null
}

// Labels and order of spec §2, "Deed tab".
const steps: readonly { label: string; field: DeedField }[] = [
  { label: 'Borrador', field: 'draftedOn' },
  { label: 'Firma Socio', field: 'buyerSignedOn' },
  { label: 'Firma Vendedor', field: 'sellerSignedOn' },
  { label: 'Firma Banco Alzante', field: 'releasingBankSignedOn' },
  { label: 'Ingreso Banco Financia', field: 'enteredLenderOn' },
  { label: 'Firma Banco Financia', field: 'lenderSignedOn' },
  { label: 'Cerrado', field: 'closedOn' },
  { label: 'Ingreso CBR', field: 'enteredRegistryOn' },
  { label: 'Salida CBR', field: 'leftRegistryOn' },
]

export function deedSteps(tracking: DeedTracking): DeedStep[] {
  return steps.map(({ label, field }) => ({ label, field, doneOn: tracking[field] }))
}
