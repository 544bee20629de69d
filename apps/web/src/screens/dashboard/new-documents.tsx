import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { memberDocumentsQuery } from '../../api/member-documents.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { ChevronRightIcon, FileIcon } from '../../ui/icons/icons.tsx'
import { Section } from '../../ui/layout/section.tsx'
import classes from './new-documents.module.css'

/** How many documents the member has not opened yet; nothing without any. */
export function NewDocuments() {
  const { data = [] } = useOptionalQuery(memberDocumentsQuery)
  const count = data.filter(({ is_new }) => is_new).length
  if (count === 0) return null
  return (
    <Link className={classes.card} to="/documents">
      <FileIcon size={20} />
      <span>{count === 1 ? 'Un documento nuevo' : `${count} documentos nuevos`}</span>
      <ChevronRightIcon size={18} />
    </Link>
  )
}

/** The documents of the category 'Escritura', beside the steps of the deed; nothing without any. */
export function DeedDocuments({ sale }: { sale: Sale }) {
  const { data = [] } = useOptionalQuery(memberDocumentsQuery)
  const documents = data.filter(
    ({ sale_code, category }) => sale_code === sale.code && category === 'deed',
  )
  if (documents.length === 0) return null
  return (
    <Section title="DOCUMENTOS DE TU ESCRITURA">
      <ul className={classes.list}>
        {documents.map(({ id, title, date, is_new }) => {
          const day = dateOrNull(date)
          return (
            <li key={id}>
              <Link to={`/documents?${new URLSearchParams({ venta: sale.code })}`}>{title}</Link>
              <span className={classes.detail}>
                {day && shortDate(day)}
                {is_new && ' · Nuevo'}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
