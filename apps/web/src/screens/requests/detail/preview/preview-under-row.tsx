import type { WireDocument } from '@carpeta/contract/requests'
import { DocumentPreview } from './document-preview.tsx'
import { usePreview } from './preview-context.ts'
import { useBeside } from './use-beside.ts'

/** On a narrow screen the document is shown under its row. */
export function PreviewUnderRow({ document }: { document: WireDocument }) {
  const { opened } = usePreview()
  const isBeside = useBeside()
  return !isBeside && opened === document.id && <DocumentPreview document={document} />
}
