import type { Style } from './text.ts'

// All lengths are in points. US paper size, as offices in Chile use it.
export const PAGE = { width: 612, height: 792 } as const
export const LEFT = 54
export const WIDTH = PAGE.width - 2 * LEFT
export const RIGHT = LEFT + WIDTH
/** The upper edge of all pages but the first, and the lower edge of all. */
export const TOP = 78
export const BOTTOM = PAGE.height - 82

export const colors = {
  ink: '#12303b',
  inkSoft: '#47606a',
  petrol: '#0e6e6e',
  amber: '#9a6700',
  paper: '#faf7f2',
  line: '#e4dcd0',
} as const

const { ink, inkSoft, petrol, amber } = colors

export const styles = {
  company: { weight: 'semibold', size: 11, color: ink },
  title: { weight: 'semibold', size: 23, color: ink },
  heading: { weight: 'semibold', size: 9.5, color: petrol },
  label: { weight: 'regular', size: 7.8, color: inkSoft },
  value: { weight: 'semibold', size: 9.8, color: ink },
  body: { weight: 'regular', size: 9.2, color: ink },
  soft: { weight: 'regular', size: 9.2, color: inkSoft },
  strong: { weight: 'semibold', size: 9.2, color: ink },
  link: { weight: 'regular', size: 9.2, color: petrol },
  small: { weight: 'regular', size: 7.4, color: inkSoft },
  smallStrong: { weight: 'semibold', size: 7.4, color: ink },
  smallLink: { weight: 'regular', size: 7.4, color: petrol },
  warning: { weight: 'regular', size: 8.4, color: amber },
  columnHead: { weight: 'semibold', size: 7.8, color: inkSoft },
} as const satisfies Record<string, Style>
