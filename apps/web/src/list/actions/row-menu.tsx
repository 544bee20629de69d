import { Menu } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { MoreIcon } from '../../ui/icons/icons.tsx'
import classes from './row-action-buttons.module.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

export interface RowMenuAction {
  label: string
  icon: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  onPress: () => void
}

interface Props {
  /** The row's name. */
  subject: string
  actions: RowMenuAction[]
}

/** What one does with a row less often than edit it. */
export function RowMenu({ subject, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.more}
          aria-label={`Acciones de ${subject}`}
        >
          <MoreIcon size={20} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, isDanger, isDisabled, onPress }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            disabled={isDisabled ?? false}
            className={isDanger ? classes.danger : undefined}
            onClick={() => {
              // A dialog gives the focus back to what had it: this button stays, the item does not.
              button.current?.focus()
              onPress()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
