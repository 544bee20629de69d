import type { ReactNode } from 'react'
import { Splash } from '../icons/splash.tsx'
import classes from './card-page.module.css'
import { Content } from './content.tsx'

interface Props {
  /** Of the document. */
  title: string
  children: ReactNode
}

/** A page with one card above the drawing. */
export function CardPage({ title, children }: Props) {
  return (
    <Content title={title}>
      <div className={classes.page}>
        <div className={classes.card}>{children}</div>
        <Splash className={classes.splash ?? ''} />
      </div>
    </Content>
  )
}
