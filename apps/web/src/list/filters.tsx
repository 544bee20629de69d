import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { NativeSelect, TextInput } from '../ui/fields/inputs.ts'
import { RutField } from '../ui/fields/rut-field.tsx'
import { FilterIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import classes from './list.module.css'

export interface FilterField {
  /** The server's name. */
  name: string
  label: string
  /** Formats the value as a rut while the user types. */
  isRut?: boolean
  /** A date field. */
  isDay?: boolean
  /** A select instead of free text. */
  choices?: { value: string; label: string }[]
}

interface Props {
  fields: FilterField[]
  /** The active filters. */
  values: Record<string, string>
  onFilter: (values: Record<string, string>) => void
  /** Before the button, in its row. */
  beside?: ReactNode
  /** The filters that are shown there; they neither open the fields nor count on the button. */
  shownBeside?: readonly string[] | undefined
}

/** Collapsed by default. On a wide screen it is open while a filter is active. */
export function Filters({ fields, values, onFilter, beside, shownBeside = [] }: Props) {
  const id = useId()
  const active = fields.filter(({ name }) => values[name] && !shownBeside.includes(name)).length
  const isPhone = usePhone()
  // Null until the user toggles the filters. On a phone, open filters would leave no room for rows;
  // the button shows how many are active.
  const [chosen, setChosen] = useState<'open' | 'closed' | null>(null)
  const isOpen = chosen === null ? active > 0 && !isPhone : chosen === 'open'

  function filter(next: Record<string, string>) {
    setChosen('open')
    onFilter(next)
  }

  return (
    <div className={classes.filters}>
      <div className={classes.filterRow}>
        {beside}
        <Button
          variant="default"
          leftSection={<FilterIcon size={18} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(isOpen ? 'closed' : 'open')}
        >
          {active > 0 ? `Filtros (${active})` : 'Filtros'}
        </Button>
      </div>
      {/* Stays mounted when closed, to keep the typed values. */}
      <div id={id} hidden={!isOpen}>
        {(isOpen || chosen) && <FilterForm fields={fields} values={values} onFilter={filter} />}
      </div>
    </div>
  )
}

function FilterForm({ fields, values, onFilter }: Pick<Props, 'fields' | 'values' | 'onFilter'>) {
  const form = useRef<HTMLFormElement>(null)
  useValuesOfAddress(form, values)

  function clear() {
    for (const field of fieldsOf(form.current)) field.value = ''
    onFilter(valuesOf(fields, () => ''))
  }

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
      <ButtonRow>
        <Button type="submit" size="md">
          Filtrar
        </Button>
        <Button variant="default" size="md" onClick={clear}>
          Limpiar
        </Button>
      </ButtonRow>
    </form>
  )
}

function Field({ field, value }: { field: FilterField; value: string }) {
  const { name, label, choices, isRut, isDay } = field
  if (choices) {
    const data = [{ value: '', label: 'Todos' }, ...choices]
    return <NativeSelect name={name} label={label} defaultValue={value} data={data} />
  }
  if (isRut) return <RutField name={name} label={label} defaultValue={value} autoComplete="off" />
  return (
    <TextInput
      type={isDay ? 'date' : 'text'}
      name={name}
      label={label}
      defaultValue={value}
      autoComplete="off"
    />
  )
}

/** When Back changes the address, the changed fields follow; other typed values stay. */
function useValuesOfAddress(
  form: RefObject<HTMLFormElement | null>,
  values: Record<string, string>,
) {
  const last = useRef(values)
  useEffect(() => {
    const names = new Set([...Object.keys(last.current), ...Object.keys(values)])
    const moved = [...names].filter((name) => last.current[name] !== values[name])
    for (const field of fieldsOf(form.current)) {
      if (moved.includes(field.name)) field.value = values[field.name] ?? ''
    }
    last.current = values
  })
}

function fieldsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  )
}
function valuesOf(fields: FilterField[], given: (name: string) => string) {
  return Object.fromEntries(fields.map(({ name }) => [name, given(name)]))
}
