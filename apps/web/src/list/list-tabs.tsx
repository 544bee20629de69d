import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import type { Shelf } from '../api/resources.ts'
import classes from './list.module.css'

const LABELS: [Shelf, string][] = [
  ['living', 'Ver todos'],
  ['trashed', 'Ver eliminados'],
]

interface Props {
  shelf: Shelf
  onShelf: (shelf: Shelf) => void
  children: ReactNode
}

export function ListTabs({ shelf, onShelf, children }: Props) {
  return (
    <Tabs
      value={shelf}
      onChange={(next) => next && onShelf(next as Shelf)}
      // The arrow keys move the focus only: every tab opened is a step in the history.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ tab: classes.tab ?? '' }}
    >
      <Tabs.List className={classes.tabs ?? ''}>
        {LABELS.map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LABELS.map(([value]) => (
        <Tabs.Panel key={value} value={value}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
