import {
  type PaymentReportState,
  paymentReportLabels,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
import { PAYMENT_REPORTS, type PaymentReportsPage } from '../../api/payments/payment-matching.ts'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/use-list-page.ts'
import classes from './payment-reports.module.css'

/** The number of reports in each state, as filters. */
export function StateChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<PaymentReportsPage>(PAYMENT_REPORTS, address)
  const { state = '' } = address.asked.filters
  return (
    <Chips
      counts={data?.counts}
      state={state}
      onState={(next) => address.filter({ state: next })}
    />
  )
}

/** Placeholders until the user and the address are known. */
export function UnknownChips() {
  return (
    <fieldset className={classes.unknown} disabled>
      <Chips counts={undefined} state="" onState={() => {}} />
    </fieldset>
  )
}

interface ChipsProps {
  counts: PaymentReportsPage['counts'] | undefined
  /** States, separated by commas. */
  state: string
  onState: (state: string) => void
}

function Chips({ counts, state, onState }: ChipsProps) {
  const chosen = paymentReportStates.filter((each) => state.split(',').includes(each))

  function toggle(toggled: PaymentReportState) {
    const next = paymentReportStates.filter((each) => chosen.includes(each) !== (each === toggled))
    onState(next.join(','))
  }

  return (
    <ChipGroup label="Estado">
      <Chip isOn={chosen.length === 0} onClick={() => onState('')}>
        Todos
      </Chip>
      {paymentReportStates.map((each) => (
        <Chip
          key={each}
          isOn={chosen.includes(each)}
          count={counts?.[each] ?? null}
          onClick={() => toggle(each)}
        >
          {paymentReportLabels[each]}
        </Chip>
      ))}
    </ChipGroup>
  )
}
