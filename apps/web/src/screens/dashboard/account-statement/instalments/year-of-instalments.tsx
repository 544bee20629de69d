// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
// biome-ignore-all lint/a11y/useSemanticElements: the header belongs to a group of rows.
import { type InstalmentYear, yearText } from '@carpeta/domain/sales/instalment-years'
import { useState } from 'react'
import { UfAmount } from '../../../../ui/display/amount.tsx'
import { ChevronRightIcon } from '../../../../ui/icons/icons.tsx'
import { InstalmentLine } from './instalment-line.tsx'
import classes from './instalment-table.module.css'

interface Props {
  year: InstalmentYear
  onlyPending: boolean
  isPhone: boolean
  isPrinting: boolean
}

/** A year that is fully paid is folded at first. */
export function YearOfInstalments({ year, onlyPending, isPhone, isPrinting }: Props) {
  const [isOpen, setIsOpen] = useState(!year.isPaid)
  return (
    <tbody role="rowgroup" hidden={onlyPending && year.isPaid}>
      <tr className={classes.year} role="row">
        <th role="rowheader" scope="rowgroup" colSpan={5}>
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <ChevronRightIcon size={18} />
            <strong>{year.year ?? 'Sin fecha'}</strong>
            <span className={classes.count}>{yearText(year)}</span>
            <YearTotal year={year} />
          </button>
        </th>
      </tr>
      {(isOpen || isPrinting) &&
        year.instalments.map((instalment) => (
          <InstalmentLine
            key={instalment.index}
            instalment={instalment}
            isShown={isOpen && !(onlyPending && instalment.status === 'paid')}
            isPhone={isPhone}
          />
        ))}
    </tbody>
  )
}

/** What is left of the year, or its total once it is paid. */
function YearTotal({ year: { isPaid, amount, balance } }: { year: InstalmentYear }) {
  const value = isPaid ? amount : balance
  if (value === null) return null
  return (
    <span className={classes.total}>
      {isPaid ? 'Total ' : 'Saldo '}
      <UfAmount value={value} />
    </span>
  )
}
