import type { ReactNode } from 'react'
import classes from './content.module.css'

/** The main content, the target of 'Saltar al contenido'. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="contenido" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  )
}
