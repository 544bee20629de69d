import { Button, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { FilterIcon } from '../ui/list-icons.tsx'
import { RutField } from '../ui/rut-field.tsx'
import classes from './filters.module.css'

export interface FilterField {
  /** As the server calls it. */
  name: string
  label: string
  /** A rut is formatted as it is typed. */
  isRut?: boolean
  /** A day, chosen from a calendar. */
  isDay?: boolean
  /** One of these instead of free text. */
  choices?: { value: string; label: string }[]
}

interface Props {
  fields: FilterField[]
  /** What is filtered by now. */
  values: Record<string, string>
  onFilter: (values: Record<string, string>) => void
}

/** Hidden until it is asked for, or as long as it leaves something out. */
export function Filters({ fields, values, onFilter }: Props) {
  const id = useId()
  const active = fields.filter(({ name }) => values[name]).length
  const [isOpen, setOpen] = useState(active > 0)
  return (
    <div className={classes.filters}>
      <Button
        variant="default"
        leftSection={<FilterIcon size={18} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {active > 0 ? `Filtros (${active})` : 'Filtros'}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FilterForm fields={fields} values={values} onFilter={onFilter} />}
      </div>
    </div>
  )
}

function FilterForm({ fields, values, onFilter }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useValuesOfAddress(form, values)

  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    onFilter(valuesOf(fields, (name) => String(typed.get(name) ?? '').trim()))
  }

  return (
    <form ref={form} className={classes.form} onSubmit={filter}>
      {fields.map((field) => (
        <Field key={field.name} field={field} value={values[field.name] ?? ''} />
      ))}
      <div className={classes.buttons}>
        <Button type="submit" size="md">
          Filtrar
        </Button>
        <Button variant="default" size="md" onClick={() => onFilter(valuesOf(fields, () => ''))}>
          Limpiar
        </Button>
      </div>
    </form>
  )
}

function Field({ field, value }: { field: FilterField; value: string }) {
  const { name, label, choices, isRut, isDay } = field
  if (choices) {
    const data = [{ value: '', label: 'Todos' }, ...choices]
    return <NativeSelect size="md" name={name} label={label} defaultValue={value} data={data} />
  }
  if (isRut)
    return <RutField size="md" name={name} label={label} defaultValue={value} autoComplete="off" />
  return (
    <TextInput
      size="md"
      type={isDay ? 'date' : 'text'}
      name={name}
      label={label}
      defaultValue={value}
      autoComplete="off"
    />
  )
}

/** Back changes the address, and what stands in the fields follows it. */
function useValuesOfAddress(
  form: RefObject<HTMLFormElement | null>,
  values: Record<string, string>,
) {
  const known = JSON.stringify(values)
  useEffect(() => {
    const given: Record<string, string> = JSON.parse(known)
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = given[field.name] ?? ''
      }
    }
  }, [form, known])
}

function valuesOf(fields: FilterField[], given: (name: string) => string) {
  return Object.fromEntries(fields.map(({ name }) => [name, given(name)]))
}
