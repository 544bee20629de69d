// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
import { shortDate } from '@carpeta/domain/dates/dates'
import type { DatedInstalment } from '@carpeta/domain/sales/instalment-years'
import { instalmentStateText } from '@carpeta/domain/sales/instalments'
import { useId, useState } from 'react'
import { UfAmount } from '../../../../ui/display/amount.tsx'
import { StatusMark } from '../../../../ui/display/status-mark.tsx'
import { ChevronRightIcon } from '../../../../ui/icons/icons.tsx'
import { InstalmentDetails } from './instalment-details.tsx'
import classes from './instalment-table.module.css'

interface Props {
  instalment: DatedInstalment
  isShown: boolean
  isPhone: boolean
}

/** An instalment; its payments, and on a phone its other amounts, are in a row below on demand. */
export function InstalmentLine({ instalment, isShown, isPhone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { dueOn, amount, paid, balance, payments, status, isNext } = instalment
  const date = dueOn ? shortDate(dueOn) : '-'
  const hasDetails = isPhone || payments.length > 0
  return (
    <>
      <tr
        className={classes.line}
        role="row"
        data-status={status}
        data-next={isNext || undefined}
        hidden={!isShown}
      >
        <td role="cell">
          {hasDetails ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {date}
              <ChevronRightIcon size={16} />
            </button>
          ) : (
            date
          )}
          <Mark instalment={instalment} />
        </td>
        <td role="cell" data-amount>
          <UfAmount value={amount} isBare />
        </td>
        <td role="cell" data-amount hidden={isPhone}>
          <UfAmount value={paid} isBare />
        </td>
        <td role="cell" data-amount hidden={isPhone}>
          <UfAmount value={balance} isBare />
        </td>
        <td role="cell">
          <State instalment={instalment} />
        </td>
      </tr>
      {hasDetails && isOpen && (
        <tr className={classes.details} id={id} role="row" hidden={!isShown}>
          <td role="cell" colSpan={5}>
            <InstalmentDetails instalment={instalment} isPhone={isPhone} />
          </td>
        </tr>
      )}
    </>
  )
}

function Mark({ instalment }: { instalment: DatedInstalment }) {
  return instalment.isNext && <span className={classes.mark}> Próxima</span>
}

function State({ instalment: { state, status } }: { instalment: DatedInstalment }) {
  return (
    <span className={classes.state} data-status={status}>
      <StatusMark status={status} />
      {instalmentStateText(status, state)}
    </span>
  )
}
