import {
  type ChangeKind,
  changeKindLabels,
  changeKinds,
  MAX_COMPARED_SALES,
} from '@carpeta/domain/imports/import-rules'
import {
  changesHolder,
  isUnread,
  leftBehindSentence,
} from '@carpeta/domain/imports/load-consequences'
import { rejectCause, rejectSentence } from '@carpeta/domain/imports/reject-reasons'
import {
  findingNames,
  findingSentence,
  isLoadFindingCode,
} from '@carpeta/domain/sales/sale-findings'
import { counted, groupThousands } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chip, ChipGroup } from '../list/chip.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { PageTabs } from '../ui/layout/page-tabs.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { useDownload } from '../ui/use-download.ts'
import {
  type ComparedFigure,
  comparedSaleQuery,
  downloadFindings,
  downloadRejects,
  type Load,
  type LoadChange,
  type LoadFinding,
  type LoadReject,
  loadChangesQuery,
  loadFindingsQuery,
  loadRejectsQuery,
  type RejectCause,
} from './calls.ts'
import classes from './imports.module.css'
import { LoadEmails } from './load-emails.tsx'

/** The sales of a load: what is wrong, what contradicts itself, what changes. */
export function LoadLists({ load }: { load: Load }) {
  const { id, added, changed, withdrawn, rejected, broken_rules: rejects, findings } = load
  // What is wrong comes first.
  const [shown, setShown] = useState(() => {
    if (rejects > 0) return 'rejects'
    return findings > 0 ? 'findings' : 'changes'
  })
  if (isUnread(load.refusal_code)) return null
  // A load that changed nothing told nobody.
  const hasEmails = load.state === 'applied' || load.state === 'undone'
  const changes = added + changed + withdrawn
  return (
    <PageTabs
      label="Ventas de la carga"
      shown={shown}
      onTab={setShown}
      panelClassName={classes.panel}
      tabs={[
        {
          value: 'rejects',
          label: `Ventas rechazadas (${groupThousands(String(rejected))})`,
          content: <Rejects load={load} />,
        },
        {
          value: 'findings',
          label: `Hallazgos (${groupThousands(String(findings))})`,
          content: <Findings load={load} />,
        },
        {
          value: 'changes',
          label: `Diferencias (${groupThousands(String(changes))})`,
          content: <Changes load={load} />,
        },
        ...(hasEmails
          ? [{ value: 'emails', label: 'Correos', content: <LoadEmails loadId={id} /> }]
          : []),
      ]}
    />
  )
}

interface NamedSale {
  sale: string | null
  holder: string
  home: string
}

/** By person and home, with the code by which accounting finds it. */
const whoseSale: Column<NamedSale> = {
  header: 'Socio y propiedad',
  cell: ({ sale, holder, home }) => (
    <span className={classes.whose}>
      <span className={classes.sale}>{holder || sale || 'Venta desconocida'}</span>
      <span className={classes.detail}>
        {[home, holder && sale, !holder && sale && 'No está en el portal']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  ),
  onCard: 'title',
}

function Changes({ load }: { load: Load }) {
  const [kind, setKind] = useState<ChangeKind | ''>('')
  const [page, setPage] = useState(1)
  const [compared, setCompared] = useState<string | null>(null)
  const columns: Column<LoadChange>[] = [
    whoseSale,
    {
      header: 'Qué pasa',
      cell: ({ kind, left_behind }) => (left_behind ? changesHolder : changeKindLabels[kind]),
      onCard: 'aside',
    },
    {
      header: 'Acciones',
      cell: ({ sale, is_comparable }) =>
        is_comparable && (
          <Button
            variant="default"
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
        caption="Diferencias"
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

const MAX_SHORT = 14

interface Props {
  load: Load
  sale: string
  onClose: () => void
}

/** The figures of one sale before and after, side by side. */
function CompareDialog({ load, sale, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuery(comparedSaleQuery(load.id, sale))
  return (
    <Dialog
      title={`Venta ${sale}`}
      size="lg"
      onClose={onClose}
      buttons={<Button onClick={onClose}>Cerrar</Button>}
    >
      {isPending && <ListSkeleton />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data?.left_behind && (
        <Notice tone="warning">
          {changesHolder}. {leftBehindSentence(data.left_behind)}
        </Notice>
      )}
      {data && <Figures figures={data.figures} />}
    </Dialog>
  )
}

/** What changed first; the rest is folded. */
function Figures({ figures }: { figures: ComparedFigure[] }) {
  const changed = figures.filter(({ is_changed }) => is_changed)
  const same = figures.filter(({ is_changed }) => !is_changed)
  return (
    <div className={classes.figures}>
      <p className={classes.detail}>
        {changed.length === 0
          ? 'Ninguna cifra ni dato que el socio ve cambia.'
          : `${counted(changed.length, 'dato cambia', 'datos cambian')}.`}
      </p>
      {changed.length > 0 && <FiguresTable figures={changed} />}
      {same.length > 0 && (
        <details className={classes.same}>
          <summary>{counted(same.length, 'cifra que no cambia', 'cifras que no cambian')}</summary>
          <FiguresTable figures={same} />
        </details>
      )}
    </div>
  )
}

function FiguresTable({ figures }: { figures: ComparedFigure[] }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <th scope="col">Dato</th>
          <th scope="col">Antes</th>
          <th scope="col">Después</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, before, after, is_changed }) => (
          <tr key={name} className={is_changed ? classes.changed : undefined}>
            <th scope="row">{name}</th>
            <td data-short={isShort(before)}>{before ?? '-'}</td>
            <td data-short={isShort(after)}>
              {is_changed ? <strong>{after ?? '-'}</strong> : (after ?? '-')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An amount, a date or a rut stays on one line. */
function isShort(value: string | null): true | undefined {
  return value !== null && value.length <= MAX_SHORT ? true : undefined
}

const columns: Column<LoadFinding>[] = [
  whoseSale,
  {
    header: 'Qué no cuadra',
    cell: ({ code }) => (isLoadFindingCode(code) ? findingNames[code] : code),
  },
  { header: 'Detalle', cell: sentenceOf, isLong: true, onCard: 'line' },
]

/** Contradictions in the figures of sales that are loaded all the same, and emails that cannot be read. */
function Findings({ load: { id, findings: count, state } }: { load: Load }) {
  const [page, setPage] = useState(1)
  const isApplied = state === 'applied' || state === 'undone'
  const download = useDownload()
  return (
    <>
      <div className={classes.tools}>
        <p className={classes.detail}>
          {isApplied ? 'Estas ventas se cargaron.' : 'Estas ventas se cargarían igual.'} Donde una
          cifra no cuadra, el socio lee que está en revisión. Pide a contabilidad que corrija la que
          está mal: el aviso desaparece con la carga que la trae.
        </p>
        {count > 0 && (
          <CsvButton
            download={download}
            name={`hallazgos-${id}.csv`}
            fetchFile={() => downloadFindings(id)}
          />
        )}
      </div>
      {download.failure !== undefined && <FailureNotice error={download.failure} />}
      <PagedTable
        caption="Hallazgos"
        columns={columns}
        rowKey={({ sale, code }) => `${sale} ${code}`}
        query={loadFindingsQuery(id, page)}
        onPage={setPage}
        empty={count > 0 ? 'Ya no se guarda cuáles fueron.' : 'Las cifras de las ventas cuadran.'}
      />
    </>
  )
}

function sentenceOf({ code, stated, computed }: LoadFinding): string {
  return isLoadFindingCode(code) ? findingSentence({ code, stated, computed }) : ''
}

const rejectsColumns: Column<LoadReject>[] = [
  whoseSale,
  { header: 'Qué corregir', cell: rejectSentence, isLong: true, onCard: 'line' },
  {
    header: 'Dónde',
    cell: ({ file, line }) => (file ? `${file}, línea ${line}` : `línea ${line}`),
    isShort: true,
    onCard: 'line',
  },
]

/** Broken rules, for accounting to correct. */
function Rejects({ load }: { load: Load }) {
  const { id, state, broken_rules: count, refusal_code } = load
  const isStopped =
    refusal_code === 'too_many_rejects' && (state === 'tried' || state === 'refused')
  const [page, setPage] = useState(1)
  const [cause, setCause] = useState<RejectCause | null>(null)
  const download = useDownload()
  return (
    <>
      {count > 0 && (
        <div className={classes.tools}>
          <p className={classes.detail}>
            Pide a contabilidad que lo corrija y exporte de nuevo. Mientras tanto, cada venta
            conserva su versión anterior; una nueva no aparece.
          </p>
          <CsvButton
            isMain={isStopped}
            download={download}
            name={`ventas-rechazadas-${id}.csv`}
            fetchFile={() => downloadRejects(id)}
          />
        </div>
      )}
      {download.failure !== undefined && <FailureNotice error={download.failure} />}
      <Causes
        id={id}
        shown={cause}
        onShow={(next) => {
          setCause(next)
          setPage(1)
        }}
      />
      <PagedTable
        caption="Ventas rechazadas"
        columns={rejectsColumns}
        rowKey={({ file, line, field }) => `${file} ${line} ${field}`}
        query={loadRejectsQuery(id, page, cause)}
        onPage={setPage}
        empty={count > 0 ? 'Ya no se guarda cuáles fueron.' : 'Ninguna venta se rechaza.'}
      />
    </>
  )
}

interface CsvProps {
  /** It is what to do next, and the solid button of the page. */
  isMain?: boolean
  download: ReturnType<typeof useDownload>
  name: string
  fetchFile: () => Promise<Blob | null>
}

function CsvButton({ isMain, download, name, fetchFile }: CsvProps) {
  const { underWay, save } = download
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      size="sm"
      leftSection={<DownloadIcon size={18} />}
      loading={underWay !== null}
      onClick={() => void save(name, fetchFile)}
    >
      Descargar CSV para contabilidad
    </Button>
  )
}

interface CausesProps {
  id: number
  shown: RejectCause | null
  onShow: (cause: RejectCause | null) => void
}

/** How many rules of the whole load were broken in the same way; one that is pressed is listed alone. */
function Causes({ id, shown, onShow }: CausesProps) {
  const { data } = useQuery(loadRejectsQuery(id, 1, null))
  if (!data || data.causes.length === 0) return null
  const keyOf = ({ file, field, reason }: RejectCause) => `${file} ${field} ${reason}`
  return (
    <ChipGroup label="Causas">
      {data.causes.map((cause) => {
        const isShown = shown !== null && keyOf(shown) === keyOf(cause)
        return (
          <Chip
            key={keyOf(cause)}
            isOn={isShown}
            count={cause.count}
            onClick={() => onShow(isShown ? null : cause)}
          >
            {rejectCause(cause)}
          </Chip>
        )
      })}
    </ChipGroup>
  )
}
