import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { type ReactNode, useState } from 'react'
import { PencilIcon, RestoreIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './row-action-buttons.module.css'
import type { RowAction } from './row-actions.ts'
import { RowMenu, type RowMenuAction } from './row-menu.tsx'

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

export function RowActionButtons({ actions, subject, onAction }: Props) {
  return (
    <div className={classes.actions}>
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

interface MenuProps extends Props {
  more: RowMenuAction[]
}

/** Of a row with many actions: one is a word, the others are in its menu. */
export function RowActionsMenu({ actions, subject, onAction, more }: MenuProps) {
  const removal = actions
    .filter((action) => action === 'remove')
    .map((action) => ({ ...ACTIONS[action], isDanger: true, onPress: () => onAction(action) }))
  return (
    <div className={classes.actions}>
      {actions
        .filter((action) => action !== 'remove')
        .map((action) => (
          <button
            key={action}
            type="button"
            className={classes.text}
            aria-label={`${ACTIONS[action].label} ${subject}`}
            onClick={() => onAction(action)}
          >
            {ACTIONS[action].label}
          </button>
        ))}
      <RowMenu subject={subject} actions={[...more, ...removal]} />
    </div>
  )
}

interface ButtonProps {
  label: string
  /** The accessible name, which begins with the label. */
  name: string
  icon: ReactNode
  onPress: () => void
}

function RowActionButton({ label, name, icon, onPress }: ButtonProps) {
  const [hinted, setHinted] = useState<HTMLElement | null>(null)
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => setHinted(currentTarget)
  const hide = () => setHinted(null)
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label={name}
        onClick={onPress}
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
