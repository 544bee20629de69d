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
  /** The summary that the table is folded under. */
  folded?: string | null
}

export type BarsProps = Omit<ChartProps, 'title' | 'folded'> & { isHorizontal: boolean }

const BAR_HEIGHT = 36
const AXES_HEIGHT = 40

/** Of the drawing, and of what keeps its place until its library is there. */
export function heightOf(bars: number, isHorizontal: boolean): number {
  return isHorizontal ? bars * BAR_HEIGHT + AXES_HEIGHT : 260
}

/** @param stripes the id of the pattern */
export function fillOf(look: Series['look'], stripes: string) {
  if (look === 'striped') return { fill: `url(#${stripes})`, stroke: 'var(--red)' }
  if (look === 'light') return { fill: 'var(--petrol-soft)', stroke: 'var(--petrol)' }
  return { fill: 'var(--petrol)', stroke: 'var(--petrol)' }
}

/** Red diagonal stripes on white, which stay stripes in grey. */
export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--surface)" />
        <rect width="3.5" height="6" fill="var(--red)" />
      </pattern>
    </defs>
  )
}
