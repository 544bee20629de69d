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
  /** Buttons before those of the actions. */
  children?: ReactNode
}

export function RowActionButtons({ actions, subject, onAction, children }: Props) {
  return (
    <div className={classes.actions}>
      {children}
      {actions.map((action) => (
        <RowActionButton
          key={action}
          {...ACTIONS[action]}
          name={`${ACTIONS[action].label} ${subject}`}
          onPress={() => onAction(action)}
        />
      ))}
    </div>
  )
}

interface ButtonProps {
  id?: string
  label: string
  /** The accessible name, which begins with the label. */
  name: string
  icon: ReactNode
  /** Not `disabled`, which would drop the focus. */
  isBusy?: boolean
  onPress: () => void
}

export function RowActionButton({ id, label, name, icon, isBusy = false, onPress }: ButtonProps) {
  const [hinted, setHinted] = useState<HTMLElement | null>(null)
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => setHinted(currentTarget)
  const hide = () => setHinted(null)
  return (
    <>
      <button
        id={id}
        type="button"
        className={classes.action}
        aria-label={name}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : onPress}
        onPointerEnter={(event) => event.pointerType === 'mouse' && show(event)}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {icon}
      </button>
      {/* Only for the button that is pointed at: one for each would be a third of a list's rendering. */}
      {hinted && <Tooltip opened target={hinted} label={label} transitionProps={{ duration: 0 }} />}
    </>
  )
}
