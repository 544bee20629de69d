// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
import { formatPercent } from '@carpeta/domain/money/money'
import { markedLabel } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { AccountStatement } from '@carpeta/domain/sales/statement'
import type { ReactNode } from 'react'
import { UfAmount } from '../../../ui/display/amount.tsx'
import classes from './totals.module.css'
import { UfAndPesos } from './uf-and-pesos.tsx'

interface Props {
  totals: AccountStatement['totals']
  sale: Sale
}

/** On top of the instalments: agreed, paid and what is left. */
export function Totals({ totals: { agreed, paid, paidShare, balance }, sale }: Props) {
  return (
    <table className={classes.totals} role="table">
      <caption>Totales de la reserva</caption>
      <tbody role="rowgroup">
        <Total label={markedLabel(sale, 'Total Reserva Pactada', 'agreed')}>
          <UfAmount value={agreed} />
        </Total>
        <Total label={markedLabel(sale, 'Total Pagado en UF', 'paid')}>
          <UfAmount value={paid} />
        </Total>
        <Total label={markedLabel(sale, 'Total Pagado en %', 'paid')}>
          {paidShare === null ? '-' : formatPercent(paidShare)}
        </Total>
        <Total label="Saldo">
          <UfAndPesos value={balance} ufOfToday={sale.ufOfToday} />
        </Total>
      </tbody>
    </table>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {label}
      </th>
      <td role="cell">{children}</td>
    </tr>
  )
}
