import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode, RefObject } from 'react'
import classes from './page-tabs.module.css'

interface PageTab {
  value: string
  label: ReactNode
  isDisabled?: boolean
  content: ReactNode
}

interface Props {
  tabs: PageTab[]
  /** Null for none. */
  shown: string | null
  onTab: (tab: string) => void
  /** The name of the tab list. */
  label?: string
  listRef?: RefObject<HTMLDivElement | null>
  panelClassName?: string | undefined
}

/** Tabs whose state is in the address. */
export function PageTabs({ tabs, shown, onTab, label, listRef, panelClassName = '' }: Props) {
  return (
    <Tabs
      value={shown}
      onChange={(next) => next && onTab(next)}
      // Arrow keys only move the focus: every opened tab adds an entry to the history.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: classes.tabList ?? '', tab: classes.tab ?? '', panel: panelClassName }}
    >
      <Tabs.List ref={listRef} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} disabled={tab.isDisabled}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
