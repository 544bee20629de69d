import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { type ReactNode, useState } from 'react'
import { PencilIcon, RestoreIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './row-action-buttons.module.css'
import type { RowAction } from './row-actions.ts'

const ACTIONS: Record<RowAction, { label: string; icon: ReactNode }> = {
  edit: { label: 'Editar', icon: <PencilIcon size={18} /> },
  remove: { label: 'Eliminar', icon: <TrashIcon size={18} /> },
  restore: { label: 'Restaurar', icon: <RestoreIcon size={18} /> },
}

interface Props {
  actions: RowAction[]
  /** The row's name, for the accessible name of each button. */
  subject: string
  onAction: (action: RowAction) => void
}

interface Hinted {
  action: RowAction
  button: HTMLElement
}

export function RowActionButtons({ actions, subject, onAction }: Props) {
  const [hinted, setHinted] = useState<Hinted | null>(null)
  const hide = () => setHinted(null)
  return (
    <div className={classes.actions}>
      {actions.map((action) => {
        const show = ({ currentTarget: button }: { currentTarget: HTMLElement }) =>
          setHinted({ action, button })
        return (
          <button
            key={action}
            type="button"
            className={classes.action}
            aria-label={`${ACTIONS[action].label} ${subject}`}
            onClick={() => onAction(action)}
            onPointerEnter={(event) => event.pointerType === 'mouse' && show(event)}
            onPointerLeave={hide}
            onFocus={show}
            onBlur={hide}
            onKeyDown={({ key }) => key === 'Escape' && hide()}
          >
            {ACTIONS[action].icon}
            <span className={classes.label}>{ACTIONS[action].label}</span>
          </button>
        )
      })}
      {/* Only for the button that is pointed at: one for each would be a third of a list's rendering. */}
      {hinted && (
        <Tooltip
          key={hinted.action}
          opened
          target={hinted.button}
          label={ACTIONS[hinted.action].label}
          transitionProps={{ duration: 0 }}
        />
      )}
    </div>
  )
}
