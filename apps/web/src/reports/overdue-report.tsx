import type { OverdueSale } from '@carpeta/contract/reports'
import { can } from '@carpeta/domain/access/permissions'
import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { addUf, formatUf, isPositiveUf, parseUf, ZERO_UF } from '@carpeta/domain/money/money'
import { waitingText } from '@carpeta/domain/payments/waiting-payments'
import { isAge, overdueBands } from '@carpeta/domain/reports/overdue'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import linked from '../list/list.module.css'
import { TablePanel } from '../list/paged-table.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { PhoneLink } from '../ui/display/phone-link.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { Card } from '../ui/layout/card.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import { useDownload } from '../ui/use-download.ts'
import { fetchOverdueCsv, overdueQuery } from './calls.ts'
import { Fold } from './fold.tsx'
import classes from './reports.module.css'

// In the address.
const BAND = 'tramo'
const FILE = 'cuotas-atrasadas.csv'

export function useOverdue() {
  const [params] = useSearchParams()
  const band = params.get(BAND) ?? ''
  const [page, setPage] = useState(1)
  const query = useQuery({ ...overdueQuery(band, page), placeholderData: keepPreviousData })
  return { band, setPage, query }
}

/** What members owe late, by age, with the sales behind each bar. */
export function OverdueReport({ band, setPage, query }: ReturnType<typeof useOverdue>) {
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = query
  const { underWay, failure, save } = useDownload()
  const isPhone = usePhone()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={isPhone ? 420 : 260} radius={14} />
  const bands = data.bands.map((sum, place) => ({
    ...sum,
    place: String(place),
    name: overdueBands[place]?.name ?? '',
    amount: parseUf(sum.amount) ?? ZERO_UF,
  }))
  const shown = bands.filter(({ instalments }, place) => isAge(place) || instalments > 0)
  const instalments = bands.reduce((sum, each) => sum + each.instalments, 0)
  const unknown = bands.reduce((sum, each) => sum + each.unknown, 0)

  function choose(place: string) {
    const next = new URLSearchParams(params)
    if (place === band) next.delete(BAND)
    else next.set(BAND, place)
    setParams(next, { preventScrollReset: true })
    setPage(1)
  }

  const most = Math.max(...shown.map(({ amount }) => Number(amount)))
  return (
    <Card title="Cuotas atrasadas hoy" size="lg" className={classes.report}>
      {instalments === 0 ? (
        <p className={classes.none}>Nadie tiene cuotas atrasadas.</p>
      ) : (
        <>
          <div className={classes.money}>
            <div className={classes.figures}>
              <Facts
                facts={[
                  ['Total atrasado', formatUf(addUf(...bands.map(({ amount }) => amount)))],
                  ['Cuotas', formatCount(instalments)],
                ]}
              />
            </div>
            <fieldset className={classes.bands} aria-label="Antigüedad">
              {shown.map(({ place, name, amount, sales }) => (
                <button
                  key={place}
                  type="button"
                  className={classes.band}
                  aria-pressed={place === band}
                  onClick={() => choose(place)}
                >
                  <span>{name}</span>
                  <span className={classes.bar} aria-hidden="true">
                    {isPositiveUf(amount) && (
                      <span style={{ width: `${(Number(amount) / most) * 100}%` }} />
                    )}
                  </span>{' '}
                  <span className={classes.owed}>
                    <strong>{formatUf(amount)}</strong> · {counted(sales, 'venta', 'ventas')}
                  </span>
                </button>
              ))}
            </fieldset>
          </div>
          <p className={classes.about}>
            Lo que falta pagar hoy de las cuotas vencidas de las ventas abiertas, por los días desde
            el vencimiento, según la última carga de contabilidad.
            {unknown > 0 &&
              ` No suma ${counted(unknown, 'cuota', 'cuotas')} de las que contabilidad no dice el saldo.`}
          </p>
          {/* A chosen age opens its sales. */}
          <Fold key={band} summary="Ver las ventas, una por una" startsOpen={band !== ''}>
            <div className={linked.pairs}>
              <TablePanel
                caption="Ventas con cuotas atrasadas"
                columns={columns}
                rows={data.results}
                rowKey={({ sale, band }) => `${sale} ${band}`}
                empty="Ninguna venta en este tramo."
              >
                <Pagination
                  label="Ventas con cuotas atrasadas"
                  current={data.current}
                  last={data.lastPage}
                  onPage={setPage}
                />
              </TablePanel>
            </div>
            {failure !== undefined && <FailureNotice error={failure} />}
            <div className={classes.downloads}>
              <Button
                variant="default"
                size="sm"
                leftSection={<DownloadIcon size={18} />}
                loading={underWay !== null}
                onClick={() => void save(FILE, () => fetchOverdueCsv(band))}
              >
                Descargar atrasadas (CSV)
              </Button>
            </div>
          </Fold>
        </>
      )}
    </Card>
  )
}

function OwingMember({ sale: row }: { sale: OverdueSale }) {
  const { holder, home, sale, user_id: id } = row
  const me = useStoredUser() ?? null
  const name = holder || sale
  const paidOnline = dateOrNull(row.paid_online)
  const reported = dateOrNull(row.reported)
  return (
    <span className={classes.whose}>
      {id !== null && can(me, 'users.manage_users') ? (
        <Link to={`/users/${id}`}>{name}</Link>
      ) : (
        <strong>{name}</strong>
      )}
      <span className={classes.about}>{[home, sale].filter(Boolean).join(' · ')}</span>
      {paidOnline && <span>{waitingText({ source: 'online', paidOn: paidOnline })}</span>}
      {reported && <span>{waitingText({ source: 'reported', paidOn: reported })}</span>}
    </span>
  )
}

const columns: Column<OverdueSale>[] = [
  {
    header: 'Socio y propiedad',
    cell: (sale) => <OwingMember sale={sale} />,
    onCard: 'title',
  },
  { header: 'Antigüedad', cell: ({ band }) => overdueBands[band]?.name, isShort: true },
  {
    header: 'Desde',
    cell: ({ oldest }) => {
      const day = dateOrNull(oldest)
      return day === null ? '-' : shortDate(day)
    },
    isShort: true,
  },
  { header: 'Cuotas', cell: ({ instalments }) => formatCount(instalments), isAmount: true },
  {
    header: 'Atrasado',
    cell: ({ amount, unknown, instalments }) =>
      unknown === instalments ? 'Sin saldo' : formatUf(parseUf(amount) ?? ZERO_UF),
    isAmount: true,
    isShort: true,
    onCard: 'aside',
  },
  {
    header: 'Teléfono',
    cell: ({ phone }) => (phone ? <PhoneLink phone={phone} /> : '-'),
    isShort: true,
  },
]
