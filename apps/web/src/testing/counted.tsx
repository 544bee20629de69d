import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { workCountsQuery } from '../staff/work-counts.ts'

/** A screen beside what counts staff's work, as the navigation does. */
export function Counted({ screen }: { screen: ReactNode }) {
  useQuery(workCountsQuery)
  return screen
}
