import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { Link } from 'react-router'
import type { MemberFile, SaleSummary } from '../../../api/staff/member-file.ts'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../../ui/display/unbroken-dates.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './member-file.module.css'

type RequestRow = NonNullable<MemberFile['requests']>[number]

const saleColumns: Column<SaleSummary>[] = [
  {
    header: 'Venta',
    cell: ({ code, project, condominium, property: { type, lot } }) => (
      <>
        <span className={classes.name}>{saleName({ project, code, type, lot })}</span>
        <span className={classes.detail}>{[code, condominium].filter(Boolean).join(' · ')}</span>
      </>
    ),
    onCard: 'title',
  },
  { header: 'Estado', cell: (sale) => <UnbrokenDates text={saleState(sale)} /> },
  {
    header: 'Cuotas pendientes',
    cell: ({ pending_instalments }) => pending_instalments ?? '-',
    isAmount: true,
  },
  {
    header: 'Saldo UF',
    cell: ({ balance }) => <UfAmount value={parseUf(balance)} isBare />,
    isAmount: true,
  },
  { header: 'Datos al', cell: ({ as_of }) => <UnbrokenDates text={dateTimeInSantiago(as_of)} /> },
]

function saleState({ withdrawn_at, completed_on, approved_on }: SaleSummary): string {
  if (withdrawn_at !== null) return 'Retirada por contabilidad'
  const [completed, approved] = [dateOrNull(completed_on), dateOrNull(approved_on)]
  if (completed) return `Terminada el ${shortDate(completed)}`
  return approved ? `Aprobada el ${shortDate(approved)}` : 'Sin aprobar: el socio no la ve'
}

export function SalesCard({ sales }: { sales: SaleSummary[] }) {
  return (
    <Card title="Ventas, según contabilidad">
      <DataTable
        caption="Ventas"
        columns={saleColumns}
        rows={sales}
        rowKey={({ code }) => code}
        empty="Contabilidad no informa ventas a su nombre."
      />
    </Card>
  )
}

const requestColumns: Column<RequestRow>[] = [
  { header: 'Nº', cell: ({ id }) => id, isShort: true, onCard: 'aside' },
  {
    header: 'Trámite',
    cell: ({ id, procedure_title }) => <Link to={`/requests/${id}`}>{procedure_title}</Link>,
    onCard: 'title',
  },
  { header: 'Estado', cell: ({ state }) => <RequestStateMark state={state} /> },
  {
    header: 'Enviada',
    cell: ({ sent_at }) => <UnbrokenDates text={dateTimeInSantiago(sent_at)} />,
  },
  { header: 'Encargado', cell: ({ assignee }) => assignee?.name ?? 'Sin asignar' },
]

interface RequestsProps {
  requests: RequestRow[]
  memberId: number
  /** Nobody handles their own requests. */
  isOwn: boolean
}

export function RequestsCard({ requests, memberId, isOwn }: RequestsProps) {
  return (
    <Card title="Solicitudes">
      <DataTable
        caption="Solicitudes"
        columns={requestColumns}
        rows={requests}
        rowKey={({ id }) => id}
        empty="No ha enviado solicitudes."
      />
      {isOwn ? (
        <p className={classes.detail}>Tus propias solicitudes las atiende otra persona.</p>
      ) : (
        <p className={classes.detail}>
          <Link to={`/requests/new/${memberId}`}>Ingresar una solicitud por este socio</Link>
        </p>
      )}
    </Card>
  )
}
