import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { below } from '../ui/breakpoints.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { MoreIcon } from '../ui/icons/icons.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import { useMedia } from '../ui/use-media.ts'
import classes from './list-actions.module.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

export interface ListAction {
  label: string
  icon: ReactNode
  /** Of a link. */
  to?: To
  onClick?: () => void
}

interface Props {
  /** What one does most; nothing without the permission. */
  main: ListAction | null
  others: readonly ListAction[]
}

// With the navigation and the search there is room for two buttons.
const NARROW = `screen and ${below('wide')}`

/**
 * Beside the title, in one line. On a phone all but the main one are in a menu, and on a small laptop if they are
 * several: rows of buttons would hide the list.
 */
export function ListActions({ main, others }: Props) {
  const isPhone = usePhone()
  const isFolded = (useMedia(NARROW) && others.length > 1) || (isPhone && others.length > 0)
  return (
    <>
      {!isFolded &&
        others.map(({ label, icon, to, onClick }) => {
          const look = { variant: 'default', leftSection: icon, children: label } as const
          if (to) return <Button key={label} {...look} component={Link} to={to} />
          return <Button key={label} {...look} onClick={onClick} />
        })}
      {main && (
        <Button leftSection={isPhone ? null : main.icon} onClick={main.onClick}>
          {main.label}
        </Button>
      )}
      {isFolded && (
        <Menu position="bottom-end" width={240} transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <IconButton className={classes.more ?? ''} variant="default" aria-label="Más acciones">
              <MoreIcon size={20} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ label, icon, to, onClick }) => {
              const look = { leftSection: icon, children: label }
              if (to) return <Menu.Item key={label} {...look} component={Link} to={to} />
              return <Menu.Item key={label} {...look} onClick={onClick} />
            })}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
