import { can } from '@carpeta/domain/access/permissions'
import { counted } from '@carpeta/domain/text/counted'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Setup } from '../../api/staff/setup.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import classes from './setup.module.css'
import { StarterDialog } from './starter-dialog.tsx'
import { Step } from './step.tsx'

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
