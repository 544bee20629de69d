import { type CalendarDate, shortDate } from '../dates/dates.ts'

/** The cooperative's bank account, as members need it for a transfer (`PAYMENT_…`). */
export interface PaymentAccount {
  bank: string
  accountType: string
  number: string
  holder: string
  /** Canonical. */
  rut: string
  email: string
}

export const accountLabels: Record<keyof PaymentAccount, string> = {
  bank: 'Banco',
  accountType: 'Tipo de cuenta',
  number: 'Número de cuenta',
  holder: 'Titular',
  rut: 'Rut',
  email: 'Correo',
}

/** A changed account number by email is how transfers are stolen. */
export const fraudWarning =
  'La cooperativa nunca te pedirá por correo, mensaje o teléfono que transfieras a otra cuenta, ni tu clave.'

/** Beside an amount in pesos: the transfer of another day is of another UF. */
export function pesosOfToday(today: CalendarDate): string {
  return `Vale si transfieres hoy, ${shortDate(today)}: otro día la UF es otra.`
}
