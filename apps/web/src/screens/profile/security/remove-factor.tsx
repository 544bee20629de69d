import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { secondFactorQuery } from '../../../api/second-factor/second-factor.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'

interface Props {
  title: string
  children: ReactNode
  remove: () => Promise<void>
  onRemoved: () => void
  onClose: () => void
}

export function RemoveFactor({ title, children, remove, onRemoved, onClose }: Props) {
  const client = useQueryClient()

  async function removeAndReload() {
    await remove()
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onRemoved()
  }

  return (
    <AskFirst
      title={title}
      confirm="Quitar"
      cancel="Cancelar"
      action={removeAndReload}
      onClose={onClose}
    >
      {children}
    </AskFirst>
  )
}
