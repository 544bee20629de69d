import { useNavigate } from 'react-router'
import { mergeRequest, type RequestRow, type StaffRequest } from '../../../../api/workbench.ts'
import { useRowPath } from '../../../../list/row-path.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import { useRequestAction } from '../actions/use-request-action.ts'

interface Props {
  request: StaffRequest
  into: RequestRow
  onClose: () => void
}

/** Asks before the request is merged, which cannot be undone; then opens the one that stays. */
export function MergeRequest({ request, into, onClose }: Props) {
  const navigate = useNavigate()
  const pathOf = useRowPath('/requests')
  const action = useRequestAction(request.id)

  async function merge() {
    const isDone = await action.run(() => mergeRequest(request, into.id))
    if (isDone) await navigate(pathOf(into.id))
  }

  return (
    <Dialog
      title={`¿Unir la Nº ${request.id} con la Nº ${into.id}?`}
      onClose={onClose}
      isBusy={action.isBusy}
      buttons={
        <>
          <Button loading={action.isBusy} onClick={() => void merge()}>
            Unir
          </Button>
          <Button variant="default" data-autofocus disabled={action.isBusy} onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>
          La Nº {request.id} se cierra y se sigue en la Nº {into.id}, «{into.procedure_title}», con
          el plazo de la más antigua. Lo que el socio escribió y sus documentos quedan a la vista en
          ella. El socio recibe un correo.
        </p>
        <p>Esto no se puede deshacer.</p>
        <ActionFailure {...action} />
      </Stack>
    </Dialog>
  )
}
