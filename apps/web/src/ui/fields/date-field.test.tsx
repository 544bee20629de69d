import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Mantine } from '../mantine.tsx'
import { DateField } from './date-field.tsx'

const input = () => screen.getByLabelText<HTMLInputElement>('Fecha')

function Field({ date = '' }) {
  const [value, setValue] = useState(date)
  return (
    <Mantine>
      <DateField label="Fecha" value={value} onChange={({ target }) => setValue(target.value)} />
      <output>{value}</output>
    </Mantine>
  )
}

const value = () => screen.getByRole('status').textContent

test('a date is typed by its eight digits, with or without hyphens, and can be deleted (§12.1333)', async () => {
  render(<Field />)
  await userEvent.type(input(), '05112026')
  expect([input().value, value()]).toEqual(['05-11-2026', '2026-11-05'])
  await userEvent.clear(input())
  await userEvent.type(input(), '24-12-2026')
  expect([input().value, value()]).toEqual(['24-12-2026', '2026-12-24'])
  await userEvent.type(input(), '{Backspace>10}')
  expect([input().value, value()]).toEqual(['', ''])
})

test('a short date is completed when the field is left; what is no date stays, for the rule that refuses it (§12.1333)', async () => {
  render(<Field date="2026-11-05" />)
  expect(input().value).toBe('05-11-2026')
  await userEvent.clear(input())
  await userEvent.type(input(), '3/1/2026')
  await userEvent.tab()
  expect([input().value, value()]).toEqual(['03-01-2026', '2026-01-03'])
  await userEvent.clear(input())
  await userEvent.type(input(), '31-02-2026')
  await userEvent.tab()
  expect([input().value, value()]).toEqual(['31-02-2026', '31-02-2026'])
})

test('a form reads and resets the date (§12.1333)', async () => {
  const saved: unknown[] = []
  function Form() {
    const { register, handleSubmit, reset } = useForm({ defaultValues: { day: '2026-11-05' } })
    return (
      <Mantine>
        <form onSubmit={handleSubmit((typed) => saved.push(typed.day))}>
          <DateField {...register('day')} label="Fecha" />
          <button type="submit">Guardar</button>
          <button type="button" onClick={() => reset(undefined, { keepFieldsRef: true })}>
            Limpiar
          </button>
        </form>
      </Mantine>
    )
  }
  render(<Form />)
  expect(input().value).toBe('05-11-2026')
  await userEvent.clear(input())
  await userEvent.type(input(), '06112026')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved).toEqual(['2026-11-06', '2026-11-05'])
  expect(input().value).toBe('05-11-2026')
})
