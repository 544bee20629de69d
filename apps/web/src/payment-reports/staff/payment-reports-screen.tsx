import type { User } from '@carpeta/contract/auth'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { formatPesos, parsePesos } from '@carpeta/domain/money/money'
import {
  paymentReportLabels,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link, type To } from 'react-router'
import { ANY_STATE, filtersOf } from '../../api/resources.ts'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import linked from '../../list/list.module.css'
import { List } from '../../list/list.tsx'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/list-page.tsx'
import { useRowPath } from '../../list/row-path.ts'
import { useListSearch } from '../../list/search-box.tsx'
import { startList } from '../../list/start-calls.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { withFormerAddresses } from '../../ui/former-addresses.ts'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { MatchedMark, PaymentGoneMark, ReportStateMark } from '../report-parts.tsx'
import {
  PAYMENT_REPORTS,
  type PaymentReportRow,
  type PaymentReportsPage,
  REPORT_FILTERS,
} from './calls.ts'

export const loader = withFormerAddresses(
  { informe: (id) => `/payment-reports/${id}` },
  startList(PAYMENT_REPORTS, REPORT_FILTERS),
)

/** The payments that members reported, the oldest first. */
export function Component() {
  const address = useListAddress(REPORT_FILTERS)
  const pathOf = useRowPath('/payment-reports')
  const me = useStoredUser()
  const search = useListSearch({
    label: 'Buscar por nombre, rut, correo o venta',
    text: address.asked.filters.q ?? '',
    onSearch: (q) => address.filter({ q }, { replace: true }),
    none: (text) => `Ningún pago informado coincide con «${text}».`,
  })
  return (
    <Page title="Pagos informados" isWide actions={search.inHead}>
      <div className={`${linked.rows} ${linked.pairs}`}>
        <List
          resource={PAYMENT_REPORTS}
          caption="Pagos informados"
          columns={columnsWith(pathOf, me)}
          nameOf={({ id }) => `pago informado ${id}`}
          address={address}
          {...search.ofList}
          besideFilters={<StateChips address={address} />}
          emptyHint="Ningún pago informado espera que lo revises. Los demás están en «Todos»."
        />
      </div>
    </Page>
  )
}

/**
 * @param pathOf the address of a report.
 * @param me who looks: nobody validates their own payment.
 */
function columnsWith(
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
      isShort: true,
    },
    {
      header: 'Pagado',
      cell: ({ paid_on }) => dayText(paid_on),
      sortBy: 'paid_on',
      isShort: true,
    },
    {
      header: 'Monto',
      cell: ({ amount }) => <PesosAmount value={parsePesos(amount)} />,
      sortBy: 'amount',
      isAmount: true,
      onCard: 'aside',
    },
    {
      header: 'Recibido',
      cell: ({ reported_at }) => (
        <span className={linked.moment}>
          <UnbrokenDates text={dateTimeInSantiago(reported_at)} />
        </span>
      ),
      sortBy: 'reported_at',
      isShort: true,
    },
    {
      header: 'Estado',
      cell: (row) => <State row={row} />,
      isShort: true,
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

/** 'Ya está en contabilidad' says more than that the payment waits. */
function State({ row: { state, has_match, is_payment_gone } }: { row: PaymentReportRow }) {
  if (is_payment_gone) return <PaymentGoneMark />
  return has_match ? <MatchedMark /> : <ReportStateMark state={state} />
}

function dayText(text: string): string {
  const day = dateOrNull(text)
  return day === null ? '-' : shortDate(day)
}

/** The number of reports in each state, as filters. */
function StateChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<PaymentReportsPage>(PAYMENT_REPORTS, address)
  const { state = '', gone = '' } = filtersOf(PAYMENT_REPORTS, address.asked)
  const chosen = paymentReportStates.filter((each) => !gone && state.split(',').includes(each))
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0)
  return (
    <ChipGroup label="Estado">
      {paymentReportStates.map((each) => (
        <Chip
          key={each}
          isOn={chosen.includes(each)}
          count={data?.counts[each] ?? null}
          onClick={() =>
            address.filter({ gone: '', state: chosen.includes(each) ? ANY_STATE : each })
          }
        >
          {paymentReportLabels[each]}
        </Chip>
      ))}
      {data && (data.gone > 0 || gone) && (
        <Chip
          isOn={gone !== ''}
          count={data.gone}
          onClick={() =>
            address.filter(
              gone ? { gone: '', state: ANY_STATE } : { gone: '1', state: 'confirmed' },
            )
          }
        >
          El pago ya no está
        </Chip>
      )}
      <Chip
        isOn={!gone && chosen.length === 0}
        count={all ?? null}
        onClick={() => address.filter({ gone: '', state: ANY_STATE })}
      >
        Todos
      </Chip>
    </ChipGroup>
  )
}
