import type { ReactNode } from 'react'
import { PageTabs } from '../ui/layout/page-tabs.tsx'
import type { Scope } from './scope.ts'

interface Props {
  scope: Scope
  onScope: (scope: Scope) => void
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
