/** Told apart by its pattern, not only by its colour. */
export interface Series {
  name: string
  look: 'plain' | 'light' | 'striped'
}

export interface ChartProps {
  title: string
  series: Series[]
  /** A value for each series. */
  bars: { label: string; values: number[] }[]
  isHorizontal?: boolean
}

export type BarsProps = Omit<ChartProps, 'title'> & { isHorizontal: boolean }

/** @param stripes the id of the pattern */
export function fillOf(look: Series['look'], stripes: string) {
  if (look === 'striped') return { fill: `url(#${stripes})`, stroke: 'var(--red)' }
  if (look === 'light') return { fill: 'var(--petrol-soft)', stroke: 'var(--petrol)' }
  return { fill: 'var(--petrol)', stroke: 'var(--petrol)' }
}
