import type { MemberData } from '@carpeta/contract/personal-data'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { formatPesos, parsePesos } from '@carpeta/domain/money/money'
import { paymentReportLabels } from '@carpeta/domain/payments/payment-report-states'
import type { Group, Pair } from './data-section.ts'

export function paymentReportGroup(report: MemberData['payment_reports'][number]): Group {
  const { id, sale_code, state, comment, reason, reported_at, closed_at, receipt } = report
  const paidOn = dateOrNull(report.paid_on)
  const amount = parsePesos(report.amount)
  return {
    title: `Nº ${id}`,
    pairs: [
      ['Venta', sale_code],
      ['Fecha del pago', paidOn === null ? '' : shortDate(paidOn)],
      ['Monto', amount === null ? '' : formatPesos(amount)],
      ['Estado', paymentReportLabels[state]],
      ['Informado', dateTimeInSantiago(reported_at)],
      ['Revisado', closed_at === null ? '' : dateTimeInSantiago(closed_at)],
      ['Tu comentario', comment],
      ['Motivo', reason],
      ...receiptPairs(receipt),
    ],
  }
}

function receiptPairs(receipt: MemberData['payment_reports'][number]['receipt']): Pair[] {
  if (receipt === null) return []
  return [
    ['Comprobante', receipt.name],
    ['Huella (SHA-256)', receipt.sha256],
  ]
}
