import {
  type PaymentReportState,
  paymentReportLabels,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
import { PAYMENT_REPORTS, type PaymentReportsPage } from '../../api/payments/payment-matching.ts'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/use-list-page.ts'

/** The number of reports in each state, as filters. */
export function StateChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<PaymentReportsPage>(PAYMENT_REPORTS, address)
  const { state = '' } = address.asked.filters
  const chosen = paymentReportStates.filter((each) => state.split(',').includes(each))

  function toggle(toggled: PaymentReportState) {
    const next = paymentReportStates.filter((each) => chosen.includes(each) !== (each === toggled))
    address.filter({ state: next.join(',') })
  }

  return (
    <ChipGroup label="Estado">
      <Chip isOn={chosen.length === 0} onClick={() => address.filter({ state: '' })}>
        Todos
      </Chip>
      {paymentReportStates.map((each) => (
        <Chip
          key={each}
          isOn={chosen.includes(each)}
          count={data?.counts[each] ?? null}
          onClick={() => toggle(each)}
        >
          {paymentReportLabels[each]}
        </Chip>
      ))}
    </ChipGroup>
  )
}
