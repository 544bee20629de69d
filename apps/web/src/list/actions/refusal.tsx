import { Button } from '@mantine/core'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { actTitles } from './action-titles.ts'

interface Props {
  act: 'remove' | 'restore'
  why: string
  onClose: () => void
}

/** Nothing to confirm: what was asked for cannot be done as things stand. */
export function Refusal({ act, why, onClose }: Props) {
  return (
    <Dialog
      title={actTitles[act]}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <p>{why}</p>
    </Dialog>
  )
}
