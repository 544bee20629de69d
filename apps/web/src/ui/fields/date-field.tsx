import { isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { readWrittenDate } from '@carpeta/domain/dates/written-dates'
import { type ChangeEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { CalendarIcon } from '../icons/icons.tsx'
import classes from './fields.module.css'
import { TextInput, type TextInputProps } from './inputs.ts'

interface Props
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'ref' | 'type'> {
  /** For `register`: reads and writes the date. */
  ref?: Ref<DateHandle>
  /** A date; what is being typed and is none yet is passed on as it is, for the rule that refuses it. */
  value?: string
  onChange?: (event: { target: { name: string; value: string; type: string } }) => void
}

interface DateHandle {
  value: string
  type: string
  focus: () => void
}

/** A date is typed as dd-mm-aaaa, whatever the browser's language, or chosen in the browser's calendar. */
export function DateField({ ref, value, onChange, onBlur, min, max, disabled, ...props }: Props) {
  const { name = '' } = props
  const [text, setText] = useState(() => dayFirst(value ?? ''))
  const latest = useRef(text)
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  if (value !== undefined && value !== dateIn(text)) setText(dayFirst(value))

  useImperativeHandle(ref, () => ({
    get value() {
      return dateIn(latest.current)
    },
    set value(date: string) {
      show(dayFirst(date))
    },
    type: 'text',
    focus: () => field.current?.focus(),
  }))

  function show(next: string) {
    latest.current = next
    setText(next)
  }

  function change(next: string) {
    show(next)
    onChange?.({ target: { name, value: dateIn(next), type: 'text' } })
  }

  const date = dateIn(text)
  return (
    <TextInput
      {...props}
      ref={field}
      value={text}
      disabled={disabled}
      placeholder="dd-mm-aaaa"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      onChange={({ currentTarget }) => change(withHyphens(currentTarget.value, text))}
      onBlur={(event) => {
        show(dayFirst(date))
        onBlur?.(event)
      }}
      rightSectionWidth={44}
      rightSection={
        <>
          <IconButton
            variant="subtle"
            aria-label="Abrir calendario"
            disabled={disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarIcon size={20} />
          </IconButton>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            value={isCalendarDate(date) ? date : ''}
            onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
              change(dayFirst(currentTarget.value))
            }
          />
        </>
      }
    />
  )
}

function dayFirst(date: string): string {
  return isCalendarDate(date) ? shortDate(date) : date
}

/** The date that a text says; any other text as it is. */
function dateIn(text: string): string {
  return readWrittenDate(text.trim())?.date ?? text.trim()
}

const DIGITS = /^(\d\d)(\d\d)(\d{4})$/

/** Adds the hyphens while somebody types, and not while they delete. */
function withHyphens(typed: string, before: string): string {
  const text = typed.replaceAll(/[-./ ]+/g, '-').replace(DIGITS, '$1-$2-$3')
  const isPart = /^\d\d(-\d\d)?$/.test(text)
  return isPart && text.length > before.length ? `${text}-` : text
}
