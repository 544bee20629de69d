import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hideSetup, setupQuery } from '../../api/staff/setup.ts'
import { workCountsQuery } from '../../api/staff/work-counts.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'

/** The complete list leaves the start page of staff, for all of them; the screen stays. */
export function HideSetup({ isHidden }: { isHidden: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hideSetup(!isHidden),
    onSuccess: () =>
      Promise.all(
        [setupQuery, workCountsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  })
  return (
    <>
      <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
        {isHidden ? 'Mostrar en la página de inicio' : 'Ocultar de la página de inicio'}
      </Button>
      {error && <FailureNotice error={error} />}
    </>
  )
}
