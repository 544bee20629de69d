import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sessionsKey } from '../calls.ts'
import { secondFactorQuery } from './calls.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

/**
 * What follows an added factor: its recovery codes if it is the first one.
 * @param onDone is called once they are saved.
 */
export function useFactorAdded(onDone: () => void): {
  codes: ReactNode
  finish: (codes: string[]) => void
} {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])

  function finish(given: string[]) {
    if (given.length > 0) setCodes(given)
    else onDone()
    // The first factor ends the other sessions.
    for (const queryKey of [secondFactorQuery.queryKey, sessionsKey]) {
      void client.invalidateQueries({ queryKey })
    }
  }

  return {
    codes: codes.length > 0 && <RecoveryCodesDialog codes={codes} onSaved={onDone} />,
    finish,
  }
}
