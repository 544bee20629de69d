import { useSyncExternalStore } from 'react'
import { connectionIsLost, onConnection } from './connection.ts'

export function useConnectionIsLost(): boolean {
  return useSyncExternalStore(onConnection, connectionIsLost, () => false)
}
