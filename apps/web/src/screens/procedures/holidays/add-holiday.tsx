import { holidayMessages, readHolidayDate } from '@carpeta/domain/holiday-rules'
import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { HOLIDAYS, setHoliday } from '../../../api/holidays.ts'
import { useRefusal } from '../../../session/use-refusal.tsx'
import classes from './holidays.module.css'

interface TypedHoliday {
  date: string
  name: string
}

const fieldNames = ['date', 'name'] as const

/** A day that the cooperative keeps shut on its own account. */
export function AddHoliday() {
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm<TypedHoliday>({
    defaultValues: { date: '', name: '' },
  })
  const { errors, isSubmitting } = formState
  const refused = useRefusal(fieldNames, (name, message) => setError(name, { message }))

  async function add({ date, name }: TypedHoliday) {
    refused.clear()
    try {
      await setHoliday({ date, name: name.trim(), is_closed: true })
      await client.invalidateQueries({ queryKey: [HOLIDAYS] })
      reset()
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.add} noValidate onSubmit={handleSubmit(add)}>
      <h3>Cerrar otro día</h3>
      <TextInput
        size="md"
        {...register('date', {
          validate: (date) => readHolidayDate(date) !== null || holidayMessages.date,
        })}
        type="date"
        label="Fecha"
        error={errors.date?.message}
      />
      <TextInput
        size="md"
        {...register('name')}
        label="Motivo"
        placeholder="Aniversario de la cooperativa"
        maxLength={200}
        autoComplete="off"
        error={errors.name?.message}
      />
      {refused.notice}
      <div>
        <Button type="submit" loading={isSubmitting}>
          Cerrar este día
        </Button>
      </div>
    </form>
  )
}
