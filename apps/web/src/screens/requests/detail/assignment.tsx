import { isOpen, mayHandleRequest } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assigneesQuery, assignRequest, type StaffRequest } from '../../../api/workbench.ts'
import { ActionFailure } from '../../../requests/action-failure.tsx'
import { useStoredUser } from '../../../session/use-stored-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { NativeSelect } from '../../../ui/fields/inputs.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { useRequestAction } from './actions/use-request-action.ts'
import classes from './detail.module.css'

/** The request's assignee. */
export function Assignment({ request }: { request: StaffRequest }) {
  return (
    <Card title="Encargado">
      <p className={classes.name}>{request.assignee?.name ?? 'Sin asignar'}</p>
      {isOpen(request.state) && <Assign key={request.assignee?.id} request={request} />}
    </Card>
  )
}

function Assign({ request }: { request: StaffRequest }) {
  const me = useStoredUser()
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const colleagues = assignees.filter(({ id }) => mayHandleRequest(id, request.member.id))
  const now = request.assignee ? String(request.assignee.id) : ''
  const [chosen, setChosen] = useState(now)
  const action = useRequestAction(request.id)
  const assign = (id: number | null) => void action.run(() => assignRequest(request, id))
  const isMine = me?.id === request.assignee?.id

  return (
    <Stack gap="md">
      {me && !isMine && (
        <Button variant="light" loading={action.isBusy} onClick={() => assign(me.id)}>
          Asignarme la solicitud
        </Button>
      )}
      <form
        className={classes.choice}
        onSubmit={(event) => {
          event.preventDefault()
          assign(chosen ? Number(chosen) : null)
        }}
      >
        <NativeSelect
          size="sm"
          label="Asignar a"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: 'Nadie' },
            // The current assignee may no longer be assignable.
            ...(request.assignee && !colleagues.some(({ id }) => id === request.assignee?.id)
              ? [{ value: now, label: request.assignee.name }]
              : []),
            ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Button type="submit" variant="default" disabled={chosen === now} loading={action.isBusy}>
          Asignar
        </Button>
      </form>
      <ActionFailure {...action} />
    </Stack>
  )
}
