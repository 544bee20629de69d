import type { ReactNode } from 'react'
import { documentTitle } from '../document-title.ts'
import classes from './page.module.css'

interface Props {
  /** Of the document, without the name of the portal. */
  title: string
  children: ReactNode
}

/** The main content, the target of 'Saltar al contenido', with the title of the document. */
export function Content({ title, children }: Props) {
  return (
    <>
      <title>{documentTitle(title)}</title>
      <main id="contenido" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  )
}
