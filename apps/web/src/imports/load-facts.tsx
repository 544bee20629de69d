import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import {
  type LoadState,
  loadStateLabels,
  type UploadState,
  unchangedExport,
  uploadStateLabels,
} from '@carpeta/domain/imports/import-rules'
import {
  holderChangesSentence,
  isUnread,
  replacedSampleText,
  replacesSampleSentence,
} from '@carpeta/domain/imports/load-consequences'
import type { ComponentType } from 'react'
import { Tag, type Tone } from '../ui/display/tag.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  type IconProps,
  RestoreIcon,
} from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import type { Load, UploadedExport } from './calls.ts'
import classes from './imports.module.css'

/** 'Carga del 22-11-2026 06:00', by its cut-off. */
export function loadTitle(load: Load | null | undefined): string {
  return load?.cutoff ? `Carga del ${dateTimeInSantiago(load.cutoff)}` : 'Carga'
}

/** Why a load was stopped, and what it removes: to be read before anything is decided. */
export function LoadNotices({ load }: { load: Load }) {
  return (
    <>
      {load.refusal && (
        <Notice tone="error">
          {load.state === 'tried'
            ? 'Esta carga no se puede aplicar así'
            : 'La carga se detuvo, y nada cambió'}
          {': '}
          {load.refusal}
        </Notice>
      )}
      {load.replaced_sample && <ReplacedSample load={load} />}
      {load.holder_changes && (
        <Notice tone="warning">{holderChangesSentence(load.holder_changes)}</Notice>
      )}
    </>
  )
}

/** Where a load, or its trial, is from; its cut-off is in the title. */
export function LoadSource({ load }: { load: Load }) {
  const done = load.state === 'tried' ? 'Revisada' : 'Cargada'
  return (
    <>
      <span className={classes.detail}>
        <UnbrokenDates
          text={`${done} el ${dateTimeInSantiago(load.at)} · ${load.by || 'Comando o programa'}`}
        />
      </span>
      <span className={classes.detail}>{load.file}</span>
    </>
  )
}

/** The figures of a load, or of its trial. */
export function LoadFigures({ load }: { load: Load }) {
  const isTried = load.state === 'tried' || load.state === 'refused'
  const isRead = !isUnread(load.refusal_code)
  return (
    <>
      <dl className={classes.counts}>
        <Count label="Rechazadas" value={load.rejected} isRead={isRead} tone="error" />
        <Count label="Hallazgos" value={load.findings} isRead={isRead} tone="warning" />
        <Count label={isTried ? 'Serían nuevas' : 'Nuevas'} value={load.added} isRead={isRead} />
        <Count label={isTried ? 'Cambiarían' : 'Cambiaron'} value={load.changed} isRead={isRead} />
        <Count
          label={isTried ? 'Se retirarían' : 'Se retiraron'}
          value={load.withdrawn}
          isRead={isRead}
        />
        <Count label="Sin cambios" value={load.unchanged} isRead={isRead} />
        <Count label="Cuentas nuevas" value={load.new_accounts} isRead={isRead} />
      </dl>
      {!isRead && (
        <p className={classes.detail}>
          El archivo se detuvo antes de leer sus ventas: no hay nada que comparar.
        </p>
      )}
    </>
  )
}

interface CountProps {
  label: string
  value: number
  isRead: boolean
  tone?: string
}

function Count({ label, value, isRead, tone }: CountProps) {
  return (
    <div data-tone={value > 0 ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{isRead ? value.toLocaleString('es-CL') : '—'}</dd>
    </div>
  )
}

function ReplacedSample({ load: { replaced_sample: sample, state } }: { load: Load }) {
  if (!sample) return null
  return (
    <Notice tone="warning">
      {state === 'tried' || state === 'refused'
        ? replacesSampleSentence(sample)
        : `Fue la primera carga real: quitó de la cooperativa de ejemplo ${replacedSampleText(sample)}.`}
    </Notice>
  )
}

interface Look {
  tone: Tone
  icon: ComponentType<IconProps>
}

const done: Look = { tone: 'green', icon: CheckCircleIcon }
const wrong: Look = { tone: 'red', icon: AlertIcon }
const open: Look = { tone: 'amber', icon: ClockIcon }

const uploadLooks: Record<UploadState, Look> = {
  waiting: open,
  running: open,
  checked: open,
  applied: done,
  refused: wrong,
  failed: wrong,
}

const loadLooks: Record<LoadState, Look> = {
  tried: open,
  applied: done,
  refused: wrong,
  undone: { tone: 'plain', icon: RestoreIcon },
}

export function UploadMark({ upload: { state, load } }: { upload: UploadedExport }) {
  if (state === 'applied' && !load) {
    return (
      <Tag tone="plain" icon={CheckCircleIcon}>
        {unchangedExport}
      </Tag>
    )
  }
  return <Tag {...uploadLooks[state]}>{uploadStateLabels[state]}</Tag>
}

export function LoadMark({ state }: { state: LoadState }) {
  return <Tag {...loadLooks[state]}>{loadStateLabels[state]}</Tag>
}

export function BackToLoads() {
  return <BackLink to="/imports">Volver a las cargas</BackLink>
}
