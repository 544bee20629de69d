import { MAX_VIEW_REASON, viewAsMessages } from '@carpeta/domain/view-as-rules'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { UserRow } from '../../api/users.ts'
import { startView } from '../../api/view-as.ts'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fullName } from './full-name.ts'
import classes from './users.module.css'

interface Props {
  member: UserRow
  onClose: () => void
}

/** Why, before anything is seen: the member reads it in 'Quién accedió a mis datos'. */
export function ViewAsDialog({ member, onClose }: Props) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startView(member.id, reason.trim()),
    onSuccess: async (viewed) => {
      if (!viewed) return
      await navigate('/dashboard')
      storeUser(viewed)
    },
  })

  function view(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setMissing(viewAsMessages.reasonRequired)
    else mutate()
  }

  return (
    <Dialog title="Ver como socio" onClose={onClose}>
      <form className={classes.view} onSubmit={view} noValidate>
        <p>
          Verás la carpeta de <strong>{fullName(member)}</strong> como la ve su dueño, sin poder
          cambiar nada. Queda anotado, y esa persona puede leer quién la vio y por qué.
        </p>
        <Textarea
          label="Motivo"
          description="Por ejemplo: llamó porque no encuentra su última cuota"
          value={reason}
          maxLength={MAX_VIEW_REASON}
          error={missing || undefined}
          rows={3}
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing('')
          }}
        />
        {error && <FailureNotice error={error} />}
        <div className={classes.allButtons}>
          <Button type="submit" loading={isPending}>
            Ver la carpeta
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
