import { createContext } from 'react'

/** Opens the search of staff; null for users who have nothing to search. */
export const OpenSearch = createContext<(() => void) | null>(null)
