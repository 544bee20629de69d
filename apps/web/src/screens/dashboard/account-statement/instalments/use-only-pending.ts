import { useState } from 'react'
import { useStoredUser } from '../../../../session/use-stored-user.ts'

/** 'Solo pendientes', remembered on this device for each account. */
export function useOnlyPending(): [boolean, (value: boolean) => void] {
  const user = useStoredUser()
  const key = user ? `only_pending_${user.id}` : null
  const [isOnly, setIsOnly] = useState(() => key !== null && localStorage.getItem(key) === '1')
  function choose(value: boolean) {
    setIsOnly(value)
    if (key === null) return
    if (value) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  }
  return [isOnly, choose]
}
