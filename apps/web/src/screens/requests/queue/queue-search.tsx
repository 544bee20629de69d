import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'
import { SearchIcon } from '../../../ui/icons/icons.tsx'
import classes from './queue-tools.module.css'

/** The shortcut of the search finds its field by this id. */
export const SEARCH_FIELD = 'queue-search'

interface Props {
  /** What the address asks for. */
  text: string
  onSearch: (text: string) => void
}

export function QueueSearch({ text, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null)

  // Back, and a saved filter, change the address.
  useEffect(() => {
    if (field.current) field.current.value = text
  }, [text])

  function search(event: FormEvent) {
    event.preventDefault()
    onSearch(field.current?.value.trim() ?? '')
  }

  return (
    <search>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          ref={field}
          id={SEARCH_FIELD}
          className={classes.searchField ?? ''}
          type="search"
          label="Buscar por número, rut, nombre o texto"
          defaultValue={text}
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit" size="md" variant="default" leftSection={<SearchIcon size={18} />}>
          Buscar
        </Button>
      </form>
    </search>
  )
}
