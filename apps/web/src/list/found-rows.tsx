import { counted } from '@carpeta/domain/text/counted'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'

/**
 * Announces what a search, a filter or another page has found.
 * @param count of the rows of this page; undefined until they have arrived.
 */
export function FoundRows({ count }: { count: number | undefined }) {
  return (
    <VisuallyHidden role="status">
      {count === 0 && 'Sin resultados'}
      {count ? `${counted(count, 'resultado', 'resultados')} en esta página` : null}
    </VisuallyHidden>
  )
}
