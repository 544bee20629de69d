import type { WireDocument } from '@carpeta/contract/requests'
import { type ReactNode, useState } from 'react'
import { DocumentPreview } from './document-preview.tsx'
import classes from './preview.module.css'
import { PreviewContext } from './preview-context.ts'
import { useBeside } from './use-beside.ts'

interface Props {
  /** In the order of the list. */
  documents: readonly WireDocument[]
  /** Those that are folded in the list. */
  folded: readonly WireDocument[]
  /** The list. */
  children: ReactNode
}

/** A list of documents and, on a wide screen beside it, the one that is shown. */
export function DocumentsWithPreview({ documents, folded, children }: Props) {
  const [opened, open] = useState<number | null>(null)
  const shown = [...documents, ...folded].find(({ id }) => id === opened)
  const isBeside = useBeside()
  return (
    <PreviewContext value={{ opened, open, documents }}>
      <div className={classes.split}>
        <div className={classes.list}>{children}</div>
        {isBeside && shown && <DocumentPreview document={shown} />}
      </div>
    </PreviewContext>
  )
}
