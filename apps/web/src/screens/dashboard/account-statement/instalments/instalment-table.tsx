// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
import type { InstalmentYear } from '@carpeta/domain/sales/instalment-years'
import { usePhone } from '../../../../ui/table/use-cards.ts'
import { usePrinting } from '../../../../ui/use-printing.ts'
import classes from './instalment-table.module.css'
import { YearOfInstalments } from './year-of-instalments.tsx'

const columns: { header: string; isAmount?: boolean; isOnPhone?: boolean }[] = [
  { header: 'Vencimiento', isOnPhone: true },
  { header: 'Valor Cuota UF', isAmount: true, isOnPhone: true },
  { header: 'Monto pagado UF', isAmount: true },
  { header: 'Saldo UF', isAmount: true },
  { header: 'Estado', isOnPhone: true },
]

interface Props {
  years: InstalmentYear[]
  onlyPending: boolean
}

/**
 * One table with a group of rows for each year. On a phone an instalment is one line, and its other
 * amounts are shown on demand. What is folded is rendered for print.
 */
export function InstalmentTable({ years, onlyPending }: Props) {
  const isPhone = usePhone()
  const isPrinting = usePrinting()
  const isEmpty = onlyPending && years.every(({ isPaid }) => isPaid)
  return (
    <table
      className={classes.table}
      role="table"
      data-phone={isPhone || undefined}
      hidden={isEmpty}
    >
      <caption className={classes.caption}>Cuotas</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, isAmount, isOnPhone }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              data-amount={isAmount || undefined}
              hidden={isPhone && !isOnPhone}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {years.map((year) => (
        <YearOfInstalments
          key={year.year}
          year={year}
          onlyPending={onlyPending}
          isPhone={isPhone}
          isPrinting={isPrinting}
        />
      ))}
    </table>
  )
}
