import { can } from '@carpeta/domain/access/permissions'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PROCEDURES } from '../../api/procedure-catalogue.ts'
import {
  addStarterProcedures,
  type Setup,
  type StarterProcedure,
  setupQuery,
  starterProceduresQuery,
} from '../../api/staff.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import classes from './setup.module.css'
import { Step } from './steps.tsx'

export function CatalogueStep({ state, offered }: Setup['procedures']) {
  const user = useStoredUser() ?? null
  const [isChoosing, setChoosing] = useState(false)
  const mayEdit = can(user, 'procedures.change_procedures')
  return (
    <Step
      step="procedures"
      state={state}
      action={
        mayEdit && (
          <div className={classes.buttons}>
            <Button variant="default" size="sm" onClick={() => setChoosing(true)}>
              Elegir de una lista
            </Button>
            <Link to="/procedures">Ir a Trámites</Link>
          </div>
        )
      }
    >
      <p>
        {offered === 0
          ? 'Los socios no tienen ningún trámite propio de tu cooperativa que pedir.'
          : `${counted(offered, 'trámite tuyo se puede', 'trámites tuyos se pueden')} pedir.`}
      </p>
      {offered === 0 && (
        <p>
          {mayEdit
            ? 'Comienza con trámites usuales y cámbialos después.'
            : 'Los agrega quien puede editar los trámites.'}
        </p>
      )}
      {isChoosing && <StarterDialog onClose={() => setChoosing(false)} />}
    </Step>
  )
}

/** Usual procedures, of which staff choose the first ones of their catalogue. */
function StarterDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: procedures, error: failure, refetch } = useQuery(starterProceduresQuery)
  const [chosen, setChosen] = useState<string[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addStarterProcedures(chosen),
    onSuccess: async () => {
      await Promise.all(
        [setupQuery.queryKey, [PROCEDURES], starterProceduresQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      onClose()
    },
  })
  return (
    <Dialog
      title="Trámites para comenzar"
      size="lg"
      isBusy={isPending}
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button disabled={chosen.length === 0} loading={isPending} onClick={() => mutate()}>
            {chosen.length === 0
              ? 'Agregar'
              : `Agregar ${counted(chosen.length, 'trámite', 'trámites')}`}
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Son textos usuales en cooperativas de vivienda. Después puedes cambiarlos en «Trámites».
        </p>
        {failure && !procedures && <LoadFailure error={failure} onRetry={() => void refetch()} />}
        {!procedures && !failure && <Skeleton height={320} />}
        {procedures && <Choice procedures={procedures} chosen={chosen} onChoose={setChosen} />}
        {error && <FailureNotice error={error} />}
      </Stack>
    </Dialog>
  )
}

interface ChoiceProps {
  procedures: StarterProcedure[]
  chosen: string[]
  onChoose: (titles: string[]) => void
}

function Choice({ procedures, chosen, onChoose }: ChoiceProps) {
  return (
    <Checkbox.Group aria-label="Trámites" value={chosen} onChange={onChoose}>
      <div className={classes.choices}>
        {procedures.map(({ title, description, documents, answer_hours: hours, is_present }) => (
          <Checkbox
            key={title}
            value={title}
            disabled={is_present}
            label={is_present ? `${title} (ya está en tu catálogo)` : title}
            description={`${description} ${documentsOf(documents)} Plazo: ${hours} horas hábiles.`}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function documentsOf(documents: string[]): string {
  return documents.length === 0 ? 'Sin documentos.' : `Pide: ${documents.join('; ')}.`
}
