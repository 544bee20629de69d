import type { ReactElement } from 'react'

export interface IconProps {
  size?: number
}

/** An icon is a single path. React skips an element that is the same as before: a list has a hundred icons. */
export function icon(path: string) {
  const drawn = new Map<number, ReactElement>()
  return ({ size = 20 }: IconProps) => {
    const known = drawn.get(size)
    if (known) return known
    const svg = (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        style={{ flex: 'none' }}
      >
        <path d={path} />
      </svg>
    )
    drawn.set(size, svg)
    return svg
  }
}
