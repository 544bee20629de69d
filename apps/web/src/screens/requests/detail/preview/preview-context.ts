import type { WireDocument } from '@carpeta/contract/requests'
import { createContext, use } from 'react'

interface OpenedPreview {
  /** The id of the document that is shown; null for none. */
  opened: number | null
  open: (documentId: number | null) => void
  /** All that can be shown, in the order of the list. */
  documents: readonly WireDocument[]
}

/** Which document of the request is shown beside its list. */
export const PreviewContext = createContext<OpenedPreview>({
  opened: null,
  open: () => {},
  documents: [],
})

export function usePreview(): OpenedPreview {
  return use(PreviewContext)
}
