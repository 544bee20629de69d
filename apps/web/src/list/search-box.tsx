import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { TextInput } from '../ui/fields/inputs.ts'
import { SearchIcon } from '../ui/icons/icons.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import type { ListedRow, ListProps } from './list-props.ts'
import classes from './search-box.module.css'

/** After the last letter, so that not every one of them is a call. */
const PAUSE_MS = 300

interface Props {
  /** A key of the page finds the field by it. */
  id?: string
  label: string
  /** The search in the address. */
  text: string
  onSearch: (text: string) => void
}

interface ListSearch extends Props {
  /** What is said when nothing is found, for example 'Nadie coincide con «rosa».' */
  none: (text: string) => string
}

/** The search of a list: in the line of the page's title or, on a phone, in the row of the filters. */
export function useListSearch({ none, ...props }: ListSearch): {
  inHead: ReactNode
  ofList: Pick<ListProps<ListedRow>, 'search' | 'searched'>
} {
  const isPhone = usePhone()
  const box = <SearchBox {...props} />
  const { text, onSearch } = props
  const searched = text === '' ? null : { none: none(text), clear: () => onSearch('') }
  return {
    inHead: !isPhone && box,
    ofList: { search: isPhone && box, searched },
  }
}

/** Filters a list while one types. */
function SearchBox({ id, label, text, onSearch }: Props) {
  const isPhone = usePhone()
  const [typed, setTyped] = useState(text)
  const [searched, setSearched] = useState(text)
  const [lastText, setLastText] = useState(text)
  // Back and the filters change the address; what was typed since the last search stays.
  if (text !== lastText) {
    setLastText(text)
    if (text !== searched) {
      setTyped(text)
      setSearched(text)
    }
  }
  const wanted = typed.trim()
  const search = useEffectEvent(() => {
    setSearched(wanted)
    onSearch(wanted)
  })

  useEffect(() => {
    if (wanted === searched) return
    const timer = setTimeout(() => search(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, searched])

  function submit(event: FormEvent) {
    event.preventDefault()
    search()
  }

  return (
    <search className={classes.searchPart}>
      <form onSubmit={submit}>
        <TextInput
          {...(id && { id })}
          type="search"
          size="sm"
          aria-label={label}
          // What does not fit would be cut.
          placeholder={isPhone ? 'Buscar' : label}
          leftSection={<SearchIcon size={18} />}
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </search>
  )
}
