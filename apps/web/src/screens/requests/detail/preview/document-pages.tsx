import type { WireDocument } from '@carpeta/contract/requests'
import { MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentPageQuery } from '../../../../api/documents.ts'
import { LoadFailure } from '../../../../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { PagePicture } from './page-picture.tsx'
import classes from './preview.module.css'
import { Steps } from './steps.tsx'
import { Zoom, zoomSteps } from './zoom.tsx'

/** One page at a time; the server draws it, so that no PDF of a member is opened here. */
export function DocumentPages({ document }: { document: WireDocument }) {
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<number>(zoomSteps[0])
  const { data, error, refetch } = useQuery(documentPageQuery(document.id, page))
  // The number of pages stays while the next page loads.
  const [pages, setPages] = useState<number | null>(null)
  if (data && data.pages !== pages) setPages(data.pages)
  const place = pages === null ? `Página ${page}` : `Página ${page} de ${pages}`
  return (
    <>
      {(data || pages !== null) && (
        <div className={classes.bar}>
          <Steps
            previous="Página anterior"
            next="Página siguiente"
            at={page}
            count={Math.min(pages ?? 1, MAX_SHOWN_PAGES)}
            onStep={(by) => setPage(page + by)}
          >
            {place}
          </Steps>
          <Zoom value={zoom} onChange={setZoom} />
        </div>
      )}
      {pages !== null && pages > MAX_SHOWN_PAGES && (
        <p className={classes.detail}>
          Aquí se ven las primeras {MAX_SHOWN_PAGES} páginas. Descarga el documento para ver las
          demás.
        </p>
      )}
      {data && (
        <PagePicture
          picture={data.picture}
          zoom={zoom}
          label={`${place}: ${document.title || document.name}`}
        />
      )}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={classes.frame}>
          <VisuallyHidden role="status">Cargando la página…</VisuallyHidden>
          <Skeleton className={classes.loading} radius={0} />
        </div>
      )}
    </>
  )
}
