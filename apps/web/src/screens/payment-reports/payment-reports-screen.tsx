import { PAYMENT_REPORTS } from '../../api/payments/payment-matching.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import { useRowPath } from '../../list/row-path.ts'
import linked from '../../list/rows/linked-rows.module.css'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Page } from '../../ui/layout/page.tsx'
import { columnsWith } from './report-columns.tsx'
import { StateChips } from './state-chips.tsx'

const FILTERS = ['state', 'member', 'sale']

const fields: FilterField[] = [
  { name: 'member', label: 'Socio (nombre o rut)' },
  { name: 'sale', label: 'Venta' },
]

/** The payments that members reported, the oldest first. */
export function Screen() {
  const address = useListAddress(FILTERS)
  const pathOf = useRowPath('/payment-reports')
  const me = useStoredUser()
  return (
    <Page title="Pagos informados">
      <StateChips address={address} />
      <div className={linked.rows}>
        <List
          resource={PAYMENT_REPORTS}
          caption="Pagos informados"
          columns={columnsWith(pathOf, me)}
          nameOf={({ id }) => `pago informado ${id}`}
          address={address}
          filters={fields}
          emptyHint="Aquí aparecen los pagos que informan los socios."
        />
      </div>
    </Page>
  )
}
