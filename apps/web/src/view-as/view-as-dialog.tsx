import { MAX_VIEW_REASON, viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FormDialog } from '../forms/form-dialog.tsx'
import { showErrors } from '../forms/show-errors.ts'
import { RefusedNotice } from '../session/failures/refused-notice.tsx'
import { storeUser } from '../session/stored-user.ts'
import { Textarea } from '../ui/fields/inputs.ts'
import type { UserRow } from '../users/calls.ts'
import { fullName } from '../users/user-parts.tsx'
import { startView } from './calls.ts'
import { saveViewOrigin } from './view-origin.ts'

interface Props {
  member: UserRow
  onClose: () => void
}

/**
 * Asks for the reason before the view starts; the member can read it under 'Quién vio mis
 * datos'.
 */
export function ViewAsDialog({ member, onClose }: Props) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startView(member.id, reason.trim()),
    onSuccess: async (viewed) => {
      if (!viewed) return
      saveViewOrigin(pathname + search)
      await navigate('/dashboard')
      storeUser(viewed)
    },
  })

  function view(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() !== '') mutate()
    else showErrors(event.currentTarget, () => setMissing(viewAsMessages.reasonRequired.text))
  }

  return (
    <FormDialog
      title="Ver como socio"
      submit="Ver la carpeta"
      onSubmit={view}
      onClose={onClose}
      isBusy={isPending}
      isDirty={reason !== ''}
      notice={error && <RefusedNotice error={error} />}
    >
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
    </FormDialog>
  )
}
