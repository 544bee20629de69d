import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { archiveName, fileNameOf } from '@carpeta/domain/member-documents/archive-names'
import {
  type DocumentCategory,
  documentCategories,
  documentCategoryNames,
} from '@carpeta/domain/member-documents/member-document-rules'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DocumentPages } from '../../documents/document-pages.tsx'
import { tabSlugs } from '../../requests/member-address.ts'
import { salesQuery } from '../../sales/calls.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { DownloadIcon, EyeIcon } from '../../ui/icons/icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useDownload } from '../../ui/use-download.ts'
import list from '../document-list.module.css'
import {
  downloadAllDocuments,
  downloadMemberDocument,
  type MemberDocument,
  memberDocumentPageQuery,
  memberDocumentsQuery,
} from './calls.ts'
import classes from './documents.module.css'

/** Above this number a member searches rather than reads. */
const SEARCHABLE = 6

/** Every document of the sales that the member reads, by sale and category. */
export function Component() {
  const { data, error, refetch } = useQuery(memberDocumentsQuery)
  return (
    <Page title="Mis documentos" back={<BackLink to="/dashboard">Volver</BackLink>}>
      {error && data === undefined && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && data === undefined && <Skeleton height={320} radius={14} />}
      {data !== undefined && <Documents documents={data ?? []} />}
    </Page>
  )
}

function Documents({ documents }: { documents: MemberDocument[] }) {
  const { data: sales = [] } = useQuery(salesQuery)
  const [params] = useSearchParams()
  const [search, setSearch] = useState('')
  if (documents.length === 0) {
    return (
      <EmptyState title="Todavía no hay documentos">
        Cuando la cooperativa publique un documento de tu compra, como la promesa o la escritura, lo
        encontrarás aquí. ¿Necesitas uno? Pídelo en{' '}
        <Link to={`/dashboard?tab=${tabSlugs.procedures}`}>Solicitar Trámites</Link>.
      </EmptyState>
    )
  }
  const asked = plain(search)
  const shown = documents.filter(({ title }) => plain(title).includes(asked))
  const codes = [...new Set(documents.map(({ sale_code }) => sale_code))]
  // The sale that a link names comes first.
  const first = params.get('venta')
  const ordered = codes.sort((a, b) => Number(b === first) - Number(a === first))
  return (
    <>
      {documents.length > SEARCHABLE && (
        <TextInput
          className={classes.search}
          type="search"
          label="Buscar por título"
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <p role="status">Ningún documento tiene «{search.trim()}» en su título.</p>
      )}
      {ordered.map((code) => (
        <SaleDocuments
          key={code}
          code={code}
          sale={sales.find((each) => each.code === code)}
          documents={shown.filter(({ sale_code }) => sale_code === code)}
        />
      ))}
    </>
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

interface SaleDocumentsProps {
  code: string
  /** Undefined until the sales have arrived. */
  sale: Sale | undefined
  /** Those that are shown; none while the search finds nothing here. */
  documents: MemberDocument[]
}

function SaleDocuments({ code, sale, documents }: SaleDocumentsProps) {
  const { underWay, failure, save } = useDownload()
  if (documents.length === 0) return null
  const { type = '', lot = '' } = sale?.mainProperty ?? {}
  const name = sale ? saleName({ project: sale.project, code, type, lot }) : code
  return (
    <Card title={name}>
      <div className={classes.all}>
        <Button
          variant="default"
          size="sm"
          leftSection={<DownloadIcon size={18} />}
          loading={underWay !== null}
          onClick={() => void save(archiveName(code), () => downloadAllDocuments(code))}
        >
          Descargar todo
        </Button>
        {failure !== undefined && <FailureNotice error={failure} />}
      </div>
      {documentCategories.map((category) => (
        <Category
          key={category}
          category={category}
          documents={documents.filter((each) => each.category === category)}
        />
      ))}
    </Card>
  )
}

interface CategoryProps {
  category: DocumentCategory
  documents: MemberDocument[]
}

function Category({ category, documents }: CategoryProps) {
  if (documents.length === 0) return null
  const title = documentCategoryNames[category]
  return (
    <section className={list.category} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {documents.map((document) => (
          <DocumentItem key={document.id} document={document} />
        ))}
      </ul>
    </section>
  )
}

function DocumentItem({ document }: { document: MemberDocument }) {
  const { title, date, size, is_new, source, sale_code } = document
  const [isOpen, setOpen] = useState(false)
  const { underWay, failure, save } = useDownload()
  const client = useQueryClient()
  const day = dateOrNull(date)

  /** It is no longer new once the server has shown it. */
  function opened() {
    if (is_new) void client.invalidateQueries({ queryKey: memberDocumentsQuery.queryKey })
  }

  return (
    <li className={list.document}>
      <div className={classes.row}>
        <div className={list.what}>
          <p className={list.title}>
            {title} {is_new && <span className={classes.new}>Nuevo</span>}
          </p>
          <p className={list.detail}>
            <UnbrokenDates
              text={[day && shortDate(day), size > 0 && fileSize(size)].filter(Boolean).join(' · ')}
            />
            {source === 'payment' && (
              <>
                {' · '}
                <Link to={`/payments/${String(document.id).replace('payment-', '')}`}>
                  Ver el pago
                </Link>
              </>
            )}
            {source === 'request' && (
              <>
                {' · '}
                <Link to={`/dashboard?venta=${sale_code}&tab=${tabSlugs.myRequests}`}>
                  De un trámite tuyo
                </Link>
              </>
            )}
          </p>
        </div>
        <div className={list.buttons}>
          <Button
            variant="default"
            leftSection={<EyeIcon size={16} />}
            aria-label={`${isOpen ? 'Ocultar' : 'Ver'} ${title}`}
            aria-expanded={isOpen}
            onClick={() => {
              if (isOpen) opened()
              setOpen(!isOpen)
            }}
          >
            {isOpen ? 'Ocultar' : 'Ver'}
          </Button>
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            aria-label={`Descargar ${title}`}
            loading={underWay !== null}
            onClick={() =>
              void save(fileNameOf(document), () => downloadMemberDocument(document)).then(opened)
            }
          >
            Descargar
          </Button>
        </div>
      </div>
      {failure !== undefined && <FailureNotice error={failure} />}
      {isOpen && (
        <DocumentPages
          title={title}
          pageQuery={(page) => memberDocumentPageQuery(document, page)}
        />
      )}
    </li>
  )
}
