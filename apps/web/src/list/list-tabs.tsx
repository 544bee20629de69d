import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListScope } from '../api/resources.ts'
import { PageTabs } from '../ui/page-tabs.tsx'

const LABELS: [ListScope, string][] = [
  ['living', 'Ver todos'],
  ['trashed', 'Ver eliminados'],
]

interface Props {
  scope: ListScope
  onShelf: (scope: ListScope) => void
  children: ReactNode
}

export function ListTabs({ scope, onShelf, children }: Props) {
  return (
    <PageTabs shown={scope} onTab={(next) => onShelf(next as ListScope)}>
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
