import { MAX_FILTER_NAME, savedFilterErrors } from '@carpeta/domain/requests/queue-rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { savedFiltersQuery, saveFilter } from '../../../api/staff/queue.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useRefusal } from '../../../forms/use-refusal.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'

const names = ['name'] as const

interface Props {
  filters: Record<string, string>
  onClose: () => void
}

export function SaveFilterDialog({ filters, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const { notice, take, clear } = useRefusal(names, (_, message) => setError(message))
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFilter(name.trim(), filters),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
      onClose()
    },
    onError: take,
  })

  function save(event: FormEvent) {
    event.preventDefault()
    clear()
    const wrong = savedFilterErrors({ name, filters }).name
    if (wrong) setError(wrong.text)
    else mutate()
  }

  return (
    <FormDialog
      title="Guardar estos filtros"
      onSubmit={save}
      onClose={onClose}
      isBusy={isPending}
      isDirty={name !== ''}
      notice={notice}
    >
      <TextInput
        label="Nombre"
        description="Solo tú lo ves. Un filtro con el mismo nombre se reemplaza."
        value={name}
        maxLength={MAX_FILTER_NAME}
        error={error || undefined}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setError('')
        }}
      />
    </FormDialog>
  )
}
