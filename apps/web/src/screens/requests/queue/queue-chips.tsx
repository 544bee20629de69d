import { type RequestState, requestStateLabels } from '@carpeta/domain/requests/request-states'
import type { ReactNode } from 'react'
import { REQUESTS, type RequestsPage } from '../../../api/workbench.ts'
import type { ListAddress } from '../../../list/list-address.ts'
import { useListPage } from '../../../list/use-list-page.ts'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.ts'
import classes from './queue.module.css'

const STATES = ['sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled'] as const

/** The number of requests in each state, as filters. */
export function QueueChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<RequestsPage>(REQUESTS, address)
  return <Chips counts={data?.counts} filters={address.asked.filters} onFilter={address.filter} />
}

/** Placeholders until the user and the address are known. */
export function UnknownChips() {
  return (
    <fieldset className={classes.group} disabled>
      <Chips counts={undefined} filters={{}} onFilter={() => {}} />
    </fieldset>
  )
}

interface ChipsProps {
  counts: RequestsPage['counts'] | undefined
  filters: Record<string, string>
  onFilter: (values: Record<string, string>) => void
}

function Chips({ counts, filters, onFilter }: ChipsProps) {
  const { state = '', mine = '', unassigned = '', overdue = '' } = filters
  const chosen = STATES.filter((each) => state.split(',').includes(each))

  function toggle(toggled: RequestState) {
    const next = STATES.filter((each) => chosen.includes(each) !== (each === toggled))
    onFilter({ state: next.join(',') })
  }

  return (
    <div className={classes.chips}>
      <fieldset className={classes.group}>
        <VisuallyHidden component="legend">Estado</VisuallyHidden>
        <Chip isOn={chosen.length === 0} onClick={() => onFilter({ state: '' })}>
          Todas
        </Chip>
        {STATES.map((each) => (
          <Chip
            key={each}
            isOn={chosen.includes(each)}
            count={counts?.[each]}
            onClick={() => toggle(each)}
          >
            {requestStateLabels[each]}
          </Chip>
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <VisuallyHidden component="legend">Además</VisuallyHidden>
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
      </fieldset>
    </div>
  )
}

interface ChipProps {
  isOn: boolean
  count?: number | undefined
  onClick: () => void
  children: ReactNode
}

function Chip({ isOn, count, onClick, children }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </button>
  )
}
