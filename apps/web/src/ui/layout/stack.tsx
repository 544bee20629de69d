import type { ReactNode } from 'react'
import classes from './stack.module.css'

interface Props {
  as?: 'div' | 'section' | 'ul'
  /** 8, 12, 16 or 24 px. */
  gap?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
  children: ReactNode
}

export function Stack({ as: Element = 'div', gap = 'lg', className = '', children }: Props) {
  return (
    <Element className={`${classes.stack} ${className}`} data-gap={gap}>
      {children}
    </Element>
  )
}
