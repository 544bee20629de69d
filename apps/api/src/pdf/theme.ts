import type { Doc, Style } from './text.ts'

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

/** Left edge of the cooperative’s name, beside the logo. */
export const BESIDE_LOGO = LEFT + 38

const LOGO_TOP = 40
const LOGO_SIZE = 36

// The web's logo (apps/web/src/ui/icons/logo.tsx), drawn on a square of 40.
const paths: [color: string, path: string][] = [
  [
    '#0a5656',
    'M8 9.3A1.3 1.3 0 0 1 9.3 8h3.4A1.3 1.3 0 0 1 14 9.3v3L8 17.4zM17.7 5.9a3.4 3.4 0 0 1 4.6 0l13.5 12.3c.8.7.3 2-.8 2H5c-1.1 0-1.6-1.3-.8-2z',
  ],
  ['#ffffff', 'M9 16.5h22V28H9z'],
  ['#b65a2a', 'M12.5 19h10a.8.8 0 0 1 0 1.6h-10a.8.8 0 0 1 0-1.6z'],
  [
    '#0e6e6e',
    'M5.7 24.5a2 2 0 0 1 2-2h6.1l2.2 2.2h16.3a2 2 0 0 1 2 2.2l-.8 6.4a2.7 2.7 0 0 1-2.7 2.4H9.3a2.7 2.7 0 0 1-2.7-2.4z',
  ],
  ['#faf7f2', 'M17.2 35.7v-4.1a2.8 2.8 0 0 1 5.6 0v4.1z'],
]

/** In the upper left corner of the first page; its drawing stands 4 points inside its square. */
export function drawLogo(doc: Doc): void {
  doc
    .save()
    .translate(LEFT - 4, LOGO_TOP)
    .scale(LOGO_SIZE / 40)
  for (const [color, path] of paths) doc.path(path).fill(color)
  doc.restore()
}
