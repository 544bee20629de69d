import type { ReactNode } from 'react'
import classes from './content.module.css'

/** The page's own part: where 'Saltar al contenido' leads. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="contenido" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  )
}
