import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { replacedSampleText } from '@carpeta/domain/imports/load-consequences'
import type { Load } from '../../../api/imports/imports.ts'
import { type Fact, Facts } from '../../../ui/display/facts.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import classes from '../imports.module.css'

/** What a load changed, or would. */
export function LoadFacts({ load }: { load: Load }) {
  const isTried = load.state === 'tried'
  const facts: Fact[] = [
    ['Archivo', load.file],
    ['Corte', load.cutoff && dateTimeInSantiago(load.cutoff)],
    [isTried ? 'Revisado' : 'Cargado', dateTimeInSantiago(load.at)],
    ['Por', load.by || 'Comando o programa'],
  ]
  return (
    <>
      {load.refusal && (
        <Notice tone="error">
          {isTried ? 'Esta carga se rechazaría' : 'La carga se rechazó, y nada cambió'}:{' '}
          {load.refusal}
        </Notice>
      )}
      {load.replaced_sample && <ReplacedSample load={load} />}
      <Card>
        <Facts facts={facts} />
        <dl className={classes.counts}>
          <Count label="Nuevas" value={load.added} />
          <Count label={isTried ? 'Cambiarían' : 'Cambiaron'} value={load.changed} />
          <Count label={isTried ? 'Se retirarían' : 'Se retiraron'} value={load.withdrawn} />
          <Count label="Sin cambios" value={load.unchanged} />
          <Count label="Malas" value={load.rejected} tone="error" />
          <Count label="Hallazgos" value={load.findings} tone="warning" />
          <Count label="Cuentas nuevas" value={load.new_accounts} />
        </dl>
      </Card>
    </>
  )
}

function Count({ label, value, tone }: { label: string; value: number; tone?: string }) {
  return (
    <div data-tone={value > 0 ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{value.toLocaleString('es-CL')}</dd>
    </div>
  )
}

function ReplacedSample({ load: { replaced_sample: sample, state } }: { load: Load }) {
  if (!sample) return null
  return (
    <Notice tone="warning">
      {state === 'tried'
        ? 'Esta es la primera carga real: quitará'
        : 'Fue la primera carga real: quitó'}{' '}
      de la cooperativa de ejemplo {replacedSampleText(sample)}.
    </Notice>
  )
}
