import { isFindingCode } from '@carpeta/domain/sales/doubtful-figures'
import { findingNames, findingSentence } from '@carpeta/domain/sales/finding-texts'
import { useState } from 'react'
import { type LoadFinding, loadFindingsQuery } from '../../../api/imports/imports.ts'
import { PagedTable } from '../../../list/paged-table.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import classes from '../imports.module.css'

const columns: Column<LoadFinding>[] = [
  {
    header: 'Venta',
    cell: ({ sale }) => <span className={classes.sale}>{sale}</span>,
    onCard: 'title',
  },
  {
    header: 'Qué no cuadra',
    cell: ({ code }) => (isFindingCode(code) ? findingNames[code] : code),
  },
  { header: 'Cifras', cell: sentenceOf, isLong: true, onCard: 'line' },
]

/** Contradictions in the figures of sales that are loaded all the same. */
export function Findings({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  return (
    <>
      <p className={classes.detail}>
        Estas ventas se cargan, y el socio lee que la cifra está en revisión.
      </p>
      <PagedTable
        caption="Hallazgos"
        columns={columns}
        rowKey={({ sale, code }) => `${sale} ${code}`}
        query={loadFindingsQuery(id, page)}
        onPage={setPage}
        empty="Las cifras de las ventas cuadran."
      />
    </>
  )
}

function sentenceOf({ code, stated, computed }: LoadFinding): string {
  return isFindingCode(code) ? findingSentence({ code, stated, computed }) : ''
}
