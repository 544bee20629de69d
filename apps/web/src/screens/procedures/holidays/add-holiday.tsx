import { holidayMessages, readHolidayDate } from '@carpeta/domain/dates/holiday-rules'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { HOLIDAYS, holidaysQuery, setHoliday } from '../../../api/holidays.ts'
import { useRefusal } from '../../../forms/use-refusal.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'
import classes from './holidays.module.css'

interface TypedHoliday {
  date: string
  name: string
}

const fieldNames = ['date', 'name'] as const

/** Adds a day on which the cooperative is closed. */
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
      const closed = await closedAlready(client, date)
      if (closed) {
        setError('date', { message: closed })
        return
      }
      await setHoliday({ date, name: name.trim(), is_closed: true })
      await client.invalidateQueries({ queryKey: [HOLIDAYS] })
      // With the fields registered, which are not again with each rendering.
      reset(undefined, { keepFieldsRef: true })
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.add} noValidate onSubmit={handleSubmit(add)}>
      <h3>Cerrar otro día</h3>
      <TextInput
        {...register('date', {
          validate: (date) => readHolidayDate(date) !== null || holidayMessages.date.text,
        })}
        type="date"
        label="Fecha"
        error={errors.date?.message}
      />
      <TextInput
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

/** Empty when the day is open. */
async function closedAlready(client: QueryClient, date: string): Promise<string> {
  const days = await client.fetchQuery(holidaysQuery(Number(date.slice(0, 4))))
  const day = days.find((each) => each.date === date && each.is_closed)
  if (!day) return ''
  return day.is_own
    ? holidayMessages.alreadyClosed(day.name)
    : holidayMessages.closedByCountry(day.name)
}
