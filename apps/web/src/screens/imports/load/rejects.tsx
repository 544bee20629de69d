import { Fragment, useState } from 'react'
import { downloadRejects, type LoadReject, loadRejectsQuery } from '../../../api/imports/imports.ts'
import { PagedTable } from '../../../list/paged-table.tsx'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../../ui/icons/icons.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import classes from '../imports.module.css'

const columns: Column<LoadReject>[] = [
  {
    header: 'Venta',
    cell: ({ sale }) => <span className={classes.sale}>{sale ?? 'Desconocida'}</span>,
    onCard: 'title',
  },
  {
    header: 'Línea',
    cell: ({ file, line }) => (file ? `${file}, línea ${line}` : `línea ${line}`),
    isShort: true,
    onCard: 'line',
  },
  { header: 'Campo', cell: ({ field }) => <FieldName name={field} /> },
  { header: 'Valor', cell: ({ value }) => value || '-' },
  { header: 'Razón', cell: ({ reason }) => reason, isLong: true, onCard: 'line' },
]

/** A long name breaks after its underscores. */
function FieldName({ name }: { name: string }) {
  const parts = name.split('_').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has only its position.
    <Fragment key={index}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
  return <span className={classes.field}>{parts}</span>
}

/** Broken rules, for accounting to correct. */
export function Rejects({ id, count }: { id: number; count: number }) {
  const [page, setPage] = useState(1)
  const { underWay, failure, save } = useDownload()
  return (
    <>
      {count > 0 && (
        <div className={classes.tools}>
          <p className={classes.detail}>
            Una venta mala conserva su última versión buena hasta que contabilidad la corrija.
          </p>
          <Button
            variant="default"
            size="sm"
            leftSection={<DownloadIcon size={18} />}
            loading={underWay !== null}
            onClick={() => void save(`rechazos-${id}.csv`, () => downloadRejects(id))}
          >
            Descargar CSV
          </Button>
        </div>
      )}
      {failure !== undefined && <FailureNotice error={failure} />}
      <PagedTable
        caption="Rechazos"
        columns={columns}
        rowKey={({ file, line, field }) => `${file} ${line} ${field}`}
        query={loadRejectsQuery(id, page)}
        onPage={setPage}
        empty="Ninguna venta viene mala."
      />
    </>
  )
}
