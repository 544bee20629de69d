import type { WireDocument } from '@carpeta/contract/requests'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { CrossIcon } from '../../../../ui/icons/icons.tsx'
import { DocumentPages } from './document-pages.tsx'
import classes from './preview.module.css'
import { buttonIdOf } from './preview-button.tsx'
import { usePreview } from './preview-context.ts'
import { Steps } from './steps.tsx'
import { useBeside } from './use-beside.ts'

/** A document of the list, with the way to the next one. */
export function DocumentPreview({ document }: { document: WireDocument }) {
  const { open, documents } = usePreview()
  const isBeside = useBeside()
  // A replaced document is not among them.
  const place = documents.findIndex(({ id }) => id === document.id)
  const title = document.title || document.name

  function step(by: 1 | -1) {
    const next = documents[place + by] ?? document
    open(next.id)
    // It is shown under another row, and these buttons leave the page.
    if (!isBeside) focusButtonOf(next)
  }

  function close() {
    open(null)
    focusButtonOf(document)
  }

  return (
    <section className={classes.preview} aria-label={`Documento: ${title}`} data-preview>
      <div className={`${classes.bar} ${classes.head}`}>
        <Steps
          previous="Documento anterior"
          next="Documento siguiente"
          at={place + 1}
          count={place === -1 ? 1 : documents.length}
          onStep={step}
        >
          <span className={classes.title}>{title}</span>
        </Steps>
        <IconButton variant="subtle" aria-label="Cerrar el documento" onClick={close}>
          <CrossIcon size={18} />
        </IconButton>
      </div>
      <DocumentPages key={document.id} document={document} />
    </section>
  )
}

function focusButtonOf(target: WireDocument) {
  document.getElementById(buttonIdOf(target))?.focus()
}
