import { helpTopicTitles } from '@carpeta/domain/help/help-page-rules'
import { Link } from 'react-router'
import { type HelpPage, helpPagesQuery } from '../../../api/help/help-pages.ts'
import { helpPageAddress } from '../../../help/help-address.ts'
import { RowActionButtons } from '../../../list/actions/row-action-buttons.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from '../help.module.css'

interface Props {
  isEditor: boolean
  onEdit: (page: HelpPage) => void
  onRemove: (page: HelpPage) => void
}

/** What the cooperative added; for staff with its actions. */
export function OwnPages({ isEditor, onEdit, onRemove }: Props) {
  const { data: pages, failure, refetch } = useOptionalQuery(helpPagesQuery)
  const isEmpty = !pages || pages.length === 0
  if (isEmpty && !failure && !(pages && isEditor)) return null
  return (
    <section className={classes.own}>
      <h2>De tu cooperativa</h2>
      {failure && !pages && <LoadFailure error={failure} onRetry={() => void refetch()} />}
      {pages?.length === 0 && (
        <p>
          Todavía no hay páginas propias. Añade, por ejemplo, el horario de atención o cómo llegar.
        </p>
      )}
      {pages && pages.length > 0 && (
        <DividedList>
          {pages.map((page) => (
            <li key={page.id}>
              <div className={classes.ownText}>
                <Link to={helpPageAddress(page.id)}>{page.title}</Link>
                {isEditor && <p className={classes.summary}>{helpTopicTitles[page.topic]}</p>}
              </div>
              {isEditor && (
                <RowActionButtons
                  actions={['edit', 'remove']}
                  subject={page.title}
                  onAction={(action) => (action === 'edit' ? onEdit(page) : onRemove(page))}
                />
              )}
            </li>
          ))}
        </DividedList>
      )}
    </section>
  )
}
