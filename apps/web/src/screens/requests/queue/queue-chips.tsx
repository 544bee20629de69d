import { type RequestState, requestStateLabels } from '@carpeta/domain/requests/request-states'
import { REQUESTS, type RequestsPage } from '../../../api/workbench.ts'
import { Chip, ChipGroup } from '../../../list/chip.tsx'
import type { ListAddress } from '../../../list/list-address.ts'
import { useListPage } from '../../../list/use-list-page.ts'
import classes from './queue.module.css'

const STATES = ['sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled'] as const

/** The number of requests in each state, as filters. */
export function QueueChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<RequestsPage>(REQUESTS, address)
  const counts = data?.counts
  const onFilter = address.filter
  const {
    state = '',
    mine = '',
    unassigned = '',
    overdue = '',
    replied = '',
  } = address.asked.filters
  const chosen = STATES.filter((each) => state.split(',').includes(each))

  function toggle(toggled: RequestState) {
    const next = STATES.filter((each) => chosen.includes(each) !== (each === toggled))
    onFilter({ state: next.join(',') })
  }

  return (
    <div className={classes.chips}>
      <ChipGroup label="Estado">
        <Chip isOn={chosen.length === 0} onClick={() => onFilter({ state: '' })}>
          Todas
        </Chip>
        {STATES.map((each) => (
          <Chip
            key={each}
            isOn={chosen.includes(each)}
            count={counts?.[each] ?? null}
            onClick={() => toggle(each)}
          >
            {requestStateLabels[each]}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label="Además">
        <Chip
          isOn={mine !== ''}
          onClick={() => onFilter({ mine: mine ? '' : '1', unassigned: '' })}
        >
          Mías
        </Chip>
        <Chip
          isOn={unassigned !== ''}
          onClick={() => onFilter({ unassigned: unassigned ? '' : '1', mine: '' })}
        >
          Sin asignar
        </Chip>
        <Chip isOn={overdue !== ''} onClick={() => onFilter({ overdue: overdue ? '' : '1' })}>
          Atrasadas
        </Chip>
        <Chip isOn={replied !== ''} onClick={() => onFilter({ replied: replied ? '' : '1' })}>
          Respondió
        </Chip>
      </ChipGroup>
    </div>
  )
}
