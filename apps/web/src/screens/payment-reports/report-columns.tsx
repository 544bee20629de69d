import type { User } from '@carpeta/contract/auth'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { formatPesos, parsePesos } from '@carpeta/domain/money/money'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link, type To } from 'react-router'
import type { PaymentReportRow } from '../../api/payments/payment-matching.ts'
import linked from '../../list/rows/linked-rows.module.css'
import { ReportStateMark } from '../../payments/report-state.tsx'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { CheckIcon } from '../../ui/icons/icons.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './payment-reports.module.css'

/**
 * @param pathOf the address of a report.
 * @param me who looks: nobody validates their own payment.
 */
export function columnsWith(
  pathOf: (id: number) => To,
  me: User | null | undefined,
): Column<PaymentReportRow>[] {
  return [
    {
      header: 'Socio',
      cell: (row) => <Member row={row} to={pathOf(row.id)} isOwn={row.member.id === me?.id} />,
      sortBy: 'member',
      onCard: 'title',
    },
    {
      header: 'Venta',
      cell: ({ sale_code, project }) => (
        <>
          {sale_code}
          <span className={linked.detail}>{project}</span>
        </>
      ),
    },
    {
      header: 'Fecha del pago',
      cell: ({ paid_on }) => dayText(paid_on),
      sortBy: 'paid_on',
      isShort: true,
      onCard: 'line',
    },
    {
      header: 'Monto',
      cell: ({ amount }) => <PesosAmount value={parsePesos(amount)} />,
      sortBy: 'amount',
      isAmount: true,
      onCard: 'aside',
    },
    {
      header: 'Informado',
      cell: ({ reported_at }) => dateTimeInSantiago(reported_at),
      sortBy: 'reported_at',
      isShort: true,
    },
    {
      header: 'Estado',
      cell: (row) => <State row={row} />,
      isShort: true,
      onCard: 'line',
    },
  ]
}

interface MemberProps {
  row: PaymentReportRow
  to: To
  isOwn: boolean
}

function Member({ row: { id, member, amount }, to, isOwn }: MemberProps) {
  const pesos = parsePesos(amount)
  const what = pesos === null ? '' : ` de ${formatPesos(pesos)}`
  return (
    <>
      <Link
        className={linked.open}
        to={to}
        aria-label={`${member.name}, pago informado ${id}${what}`}
      >
        {member.name}
      </Link>
      <span className={linked.detail}>
        {[isOwn && 'Lo informaste tú', formatRut(member.social_security)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

function State({ row: { state, has_match } }: { row: PaymentReportRow }) {
  return (
    <>
      <ReportStateMark state={state} />
      {has_match && (
        <span className={classes.matched}>
          <CheckIcon size={16} />
          Ya está en contabilidad
        </span>
      )}
    </>
  )
}

function dayText(text: string): string {
  const day = dateOrNull(text)
  return day === null ? '-' : shortDate(day)
}
