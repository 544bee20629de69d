import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type CatalogueProcedure,
  changeProcedure,
  PROCEDURES,
} from '../../api/procedure-catalogue.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Switch } from '../../ui/fields/switch.ts'

/** Whether members can request the procedure. */
export function ActiveSwitch({ procedure }: { procedure: CatalogueProcedure }) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (isActive: boolean) => changeProcedure(procedure.id, { is_active: isActive }),
    onSettled: () => client.invalidateQueries({ queryKey: [PROCEDURES] }),
  })
  const isActive = isPending ? variables : procedure.is_active
  return (
    <>
      <Switch
        label={isActive ? 'Activo' : 'Inactivo'}
        aria-label={`${procedure.title}: ${isActive ? 'activo' : 'inactivo'}`}
        checked={isActive}
        onChange={({ currentTarget }) => mutate(currentTarget.checked)}
      />
      {error && <FailureNotice error={error} />}
    </>
  )
}
