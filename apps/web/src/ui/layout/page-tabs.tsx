import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import classes from './page-tabs.module.css'

interface Props {
  shown: string
  onTab: (tab: string) => void
  /** Of what stands under the tabs. */
  panelClassName?: string | undefined
  /** `Tabs.List` and `Tabs.Panel`s. */
  children: ReactNode
}

/** Tabs that the address knows. */
export function PageTabs({ shown, onTab, panelClassName = '', children }: Props) {
  return (
    <Tabs
      value={shown}
      onChange={(next) => next && onTab(next)}
      // The arrow keys move the focus only: every tab opened is a step in the history.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: panelClassName }}
    >
      {children}
    </Tabs>
  )
}
