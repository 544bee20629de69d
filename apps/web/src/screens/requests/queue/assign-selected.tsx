import type { RequestRow } from '@carpeta/contract/staff-requests'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Assignment, assignRequests } from '../../../api/staff/queue.ts'
import { assigneesQuery, REQUESTS } from '../../../api/workbench.ts'
import { SelectionBar } from '../../../list/selection/selection-bar.tsx'
import type { Selected } from '../../../list/selection/use-selected.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { NativeSelect } from '../../../ui/fields/inputs.ts'

const NOBODY = 'nobody'

interface Props {
  selected: Selected<RequestRow>
  onDone: (assignments: Assignment[]) => void
}

/** Assigns the selected requests to one person, or to nobody. */
export function AssignSelected({ selected, onDone }: Props) {
  const client = useQueryClient()
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const [chosen, setChosen] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      assignRequests([...selected.rows.values()], chosen === NOBODY ? null : Number(chosen)),
    onSuccess: async (assignments) => {
      await client.invalidateQueries({ queryKey: [REQUESTS] })
      onDone(assignments)
    },
  })
  return (
    <>
      {error && <FailureNotice error={error} />}
      <SelectionBar
        label={counted(selected.rows.size, 'seleccionada', 'seleccionadas')}
        onClear={selected.clear}
      >
        <NativeSelect
          aria-label="Asignar a"
          size="sm"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: 'Asignar a…', disabled: true },
            ...assignees.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: NOBODY, label: 'Sin asignar' },
          ]}
        />
        <Button size="sm" disabled={chosen === ''} loading={isPending} onClick={() => mutate()}>
          Asignar
        </Button>
      </SelectionBar>
    </>
  )
}
