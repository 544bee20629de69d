import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shelf } from '../api/resources.ts'
import { PageTabs } from '../ui/layout/page-tabs.tsx'

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
    <PageTabs shown={shelf} onTab={(next) => onShelf(next as Shelf)}>
      <Tabs.List>
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
    </PageTabs>
  )
}
