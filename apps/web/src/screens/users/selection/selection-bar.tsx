import { Button } from '@mantine/core'
import { MailIcon } from '../../../ui/icons/icons.tsx'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import classes from '../users.module.css'
import type { Selected } from './use-selected.ts'

interface Props {
  selected: Selected
  onInvite: () => void
}

/** Stays visible while a user is selected. */
export function SelectionBar({ selected, onInvite }: Props) {
  const count = selected.ids.size
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label="Selección">
      <p role="status">{count === 1 ? '1 seleccionado' : `${count} seleccionados`}</p>
      <ButtonRow>
        <Button size="sm" leftSection={<MailIcon size={18} />} onClick={onInvite}>
          Invitar
        </Button>
        <Button size="sm" variant="default" onClick={selected.clear}>
          Quitar selección
        </Button>
      </ButtonRow>
    </section>
  )
}
