import type { UfValue } from '@carpeta/domain/money/uf-value'

/** Where a value comes from: made up for the sample cooperative, a file, or who published it. */
export type UfSource = 'sample' | 'file' | 'cmf' | 'mindicador' | 'cmf_mindicador'

export interface SourcedValue extends UfValue {
  source: UfSource
}

export const sourceLabels: Record<UfSource, string> = {
  sample: 'la cooperativa de ejemplo',
  file: 'un archivo',
  cmf: 'la CMF',
  mindicador: 'mindicador.cl',
  cmf_mindicador: 'la CMF y mindicador.cl',
}
