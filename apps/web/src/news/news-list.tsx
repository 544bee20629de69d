import { dateOrNull, dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { newsSentence } from '@carpeta/domain/news/news-texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { searchOfTab, tabSlugs } from '../requests/member-address.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { useIsView } from '../session/use-is-view.ts'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Unread } from '../ui/display/unread.tsx'
import { everyOwnNews, markNewsRead, type WireNews } from './calls.ts'
import classes from './news.module.css'

interface Props {
  news: WireNews[]
  unread: number
  onMarked: () => void
  /** Undefined when all are shown. */
  onMore: (() => void) | undefined
}

export function NewsList({ news, unread, onMarked, onMore }: Props) {
  const isView = useIsView()
  const [last] = news
  if (last === undefined) {
    return (
      <p className={classes.none}>
        No hay novedades. Aquí verás cuando avance tu escritura, se registre un pago o venza una
        cuota.
      </p>
    )
  }
  return (
    <>
      <ul>
        {news.map((each) => (
          <Row key={each.id} news={each} />
        ))}
      </ul>
      <div className={classes.actions}>
        {unread > 0 && !isView && <MarkRead through={last.id} onMarked={onMarked} />}
        {onMore && (
          <Button variant="subtle" onClick={onMore}>
            Ver anteriores
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ news }: { news: WireNews }) {
  const { kind, subject, date, sale, sale_name, told_at, read_at } = news
  const tab = kind === 'deed' ? tabSlugs.deed : tabSlugs.accountStatement
  const isUnread = read_at === null
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Link
          className={classes.sentence}
          data-unread={isUnread || undefined}
          to={
            kind === 'document'
              ? `/documents?${new URLSearchParams({ venta: sale })}`
              : { search: searchOfTab(sale, tab) }
          }
          preventScrollReset={kind !== 'document'}
        >
          <UnbrokenDates text={newsSentence({ kind, subject, date: dateOrNull(date) })} />
        </Link>
        <span className={classes.detail}>
          {sale_name} · <UnbrokenDates text={dateTimeInSantiago(told_at)} />
        </span>
      </div>
      {isUnread && <Unread>Sin leer</Unread>}
    </li>
  )
}

function MarkRead({ through, onMarked }: { through: number; onMarked: () => void }) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function mark() {
    setIsSaving(true)
    setFailure(undefined)
    try {
      await markNewsRead(through)
      onMarked()
      await client.invalidateQueries(everyOwnNews)
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <>
      <Button variant="default" loading={isSaving} onClick={() => void mark()}>
        Marcar como leídas
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
