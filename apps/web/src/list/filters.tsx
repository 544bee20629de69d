import { isCalendarDate } from '@carpeta/domain/dates/dates'
import { NO_DATE } from '@carpeta/domain/dates/written-dates'
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
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { NativeSelect, TextInput } from '../ui/fields/inputs.ts'
import { RutField } from '../ui/fields/rut-field.tsx'
import { FilterIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import { ChipRow } from './chip.tsx'
import classes from './filters.module.css'

export interface FilterField {
  /** The server's name. */
  name: string
  label: string
  /** Formats the value as a rut while the user types. */
  isRut?: boolean
  /** A date, typed as dd-mm-aaaa. */
  isDay?: boolean
  /** A select instead of free text. */
  choices?: { value: string; label: string }[]
  /** Label of the empty choice, where it does not show all rows. */
  noChoice?: string
}

interface Props {
  fields: FilterField[]
  /** The active filters. */
  values: Record<string, string>
  onFilter: (values: Record<string, string>) => void
  /** Before the chips. */
  search?: ReactNode
  /** Chips before the button, in its row. */
  beside?: ReactNode
  /** The filters that are shown there; they neither open the fields nor count on the button. */
  shownBeside?: readonly string[] | undefined
  /** After the button. */
  sort?: ReactNode
}

/** Collapsed by default. On a wide screen it is open while a filter is active. */
export function Filters({
  fields,
  values,
  onFilter,
  search,
  beside,
  shownBeside = [],
  sort,
}: Props) {
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

  const label = active > 0 ? `Filtros (${active})` : 'Filtros'
  const toggle = {
    variant: 'default',
    'aria-expanded': isOpen,
    'aria-controls': id,
    onClick: () => setChosen(isOpen ? 'closed' : 'open'),
  } as const
  const chips = beside && <ChipRow>{beside}</ChipRow>
  return (
    <div className={classes.filters}>
      <div className={classes.filterRow}>
        {search}
        {!(isPhone && search) && chips}
        <div className={classes.tools}>
          {fields.length > 0 &&
            (isPhone && (search || beside) ? (
              <IconButton {...toggle} className={classes.toggle ?? ''} aria-label={label}>
                <FilterIcon size={18} />
                {active > 0 && <span className={classes.active}>{active}</span>}
              </IconButton>
            ) : (
              <Button {...toggle} leftSection={<FilterIcon size={18} />}>
                {label}
              </Button>
            ))}
          {sort}
        </div>
      </div>
      {isPhone && search && chips}
      {/* Stays mounted when closed, to keep the typed values. */}
      <div id={id} hidden={!isOpen}>
        {(isOpen || chosen) && <FilterForm fields={fields} values={values} onFilter={filter} />}
      </div>
    </div>
  )
}

function FilterForm({ fields, values, onFilter }: Pick<Props, 'fields' | 'values' | 'onFilter'>) {
  const form = useRef<HTMLFormElement>(null)
  const [clears, setClears] = useState(0)
  const [refused, setRefused] = useState<Record<string, string>>({})
  useValuesOfAddress(form, values)

  function clear() {
    for (const field of fieldsOf(form.current)) field.value = ''
    setClears(clears + 1)
    setRefused({})
    onFilter(valuesOf(fields, () => ''))
  }

  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const next = valuesOf(fields, (name) => String(typed.get(name) ?? '').trim())
    const noDates = fields.filter(
      ({ name, isDay }) => isDay && next[name] && !isCalendarDate(next[name]),
    )
    setRefused(valuesOf(noDates, () => NO_DATE))
    if (noDates.length === 0) onFilter(next)
  }

  return (
    <form ref={form} className={classes.form} onSubmit={filter}>
      {fields.map((field) => (
        <Field
          key={field.isDay ? `${field.name} ${clears}` : field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={refused[field.name]}
        />
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

interface FieldProps {
  field: FilterField
  value: string
  error: string | undefined
}

function Field({ field, value, error }: FieldProps) {
  const { name, label, choices, noChoice = 'Todos', isRut, isDay } = field
  if (choices) {
    const data = [{ value: '', label: noChoice }, ...choices]
    return <NativeSelect name={name} label={label} defaultValue={value} data={data} />
  }
  if (isRut) return <RutField name={name} label={label} defaultValue={value} autoComplete="off" />
  if (isDay) return <DayFilter {...{ name, label, value, error }} />
  return <TextInput name={name} label={label} defaultValue={value} autoComplete="off" />
}

interface DayProps {
  name: string
  label: string
  value: string
  error: string | undefined
}

/** The form has the date, and the field shows how a person writes it. */
function DayFilter({ name, label, value, error }: DayProps) {
  const [day, setDay] = useState(value)
  const [ofAddress, setOfAddress] = useState(value)
  if (ofAddress !== value) {
    setOfAddress(value)
    setDay(value)
  }
  return (
    <>
      <DateField
        label={label}
        value={day}
        error={error}
        onChange={({ target }) => setDay(target.value)}
      />
      <input type="hidden" name={name} value={day} />
    </>
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
