import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../buttons/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../icons/icons.tsx'
import classes from './fields.module.css'

interface Props {
  /** The name of the moved item. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** Moves an item of a list up or down. */
export function MoveButtons({ name, index, count, onMove }: Props) {
  function moveTo(to: number) {
    return ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
      if (to < 0 || to >= count) return
      flushSync(() => onMove(to))
      // The browser drops the focus of a moved element.
      button.focus()
    }
  }

  return (
    <div className={classes.buttons}>
      <IconButton
        variant="default"
        aria-label={`Subir ${name}`}
        aria-disabled={index === 0}
        onClick={moveTo(index - 1)}
      >
        <ArrowUpIcon size={18} />
      </IconButton>
      <IconButton
        variant="default"
        aria-label={`Bajar ${name}`}
        aria-disabled={index === count - 1}
        onClick={moveTo(index + 1)}
      >
        <ArrowDownIcon size={18} />
      </IconButton>
    </div>
  )
}
