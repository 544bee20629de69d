import type { ReactNode } from 'react'
import type { ListScope } from '../api/client/resources.ts'
import { PageTabs } from '../ui/layout/page-tabs.tsx'

interface Props {
  scope: ListScope
  onScope: (scope: ListScope) => void
  children: ReactNode
}

export function ListTabs({ scope, onScope, children }: Props) {
  return (
    <PageTabs
      tabs={[
        { value: 'active', label: 'Ver todos', content: children },
        { value: 'deleted', label: 'Ver eliminados', content: children },
      ]}
      shown={scope}
      onTab={(next) => onScope(next === 'deleted' ? 'deleted' : 'active')}
    />
  )
}
