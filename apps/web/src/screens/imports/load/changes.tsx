import {
  type ChangeKind,
  changeKindLabels,
  changeKinds,
  MAX_COMPARED_SALES,
} from '@carpeta/domain/imports/import-rules'
import { groupThousands } from '@carpeta/domain/money/thousands'
import { useState } from 'react'
import { type Load, type LoadChange, loadChangesQuery } from '../../../api/imports/imports.ts'
import { PagedTable } from '../../../list/paged-table.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { NativeSelect } from '../../../ui/fields/inputs.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import classes from '../imports.module.css'
import { CompareDialog } from './compare-dialog.tsx'

export function Changes({ load }: { load: Load }) {
  const [kind, setKind] = useState<ChangeKind | ''>('')
  const [page, setPage] = useState(1)
  const [compared, setCompared] = useState<string | null>(null)
  const columns: Column<LoadChange>[] = [
    {
      header: 'Venta',
      cell: ({ sale }) => <span className={classes.sale}>{sale}</span>,
      onCard: 'title',
    },
    { header: 'Qué pasa', cell: (change) => changeKindLabels[change.kind], onCard: 'aside' },
    {
      header: 'Acciones',
      cell: ({ sale, is_comparable }) =>
        is_comparable && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Comparar ${sale}`}
            onClick={() => setCompared(sale)}
          >
            Comparar
          </Button>
        ),
      onCard: 'foot',
    },
  ]
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          label="Mostrar"
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(changeKinds.find((each) => each === currentTarget.value) ?? '')
            setPage(1)
          }}
          data={[
            { value: '', label: 'Todas' },
            ...changeKinds.map((each) => ({ value: each, label: changeKindLabels[each] })),
          ]}
        />
      </div>
      {load.added + load.changed > MAX_COMPARED_SALES && (
        <p className={classes.detail}>
          Se pueden comparar las cifras de las primeras {groupThousands(String(MAX_COMPARED_SALES))}{' '}
          ventas.
        </p>
      )}
      <PagedTable
        caption="Ventas que cambian"
        columns={columns}
        rowKey={({ sale }) => sale}
        query={loadChangesQuery(load.id, page, kind)}
        onPage={setPage}
        empty={countOf(load, kind) > 0 ? 'Ya no se guarda qué ventas fueron.' : 'Ninguna venta.'}
      />
      {compared !== null && (
        <CompareDialog load={load} sale={compared} onClose={() => setCompared(null)} />
      )}
    </>
  )
}

function countOf({ added, changed, withdrawn }: Load, kind: ChangeKind | ''): number {
  return kind === '' ? added + changed + withdrawn : { added, changed, withdrawn }[kind]
}
