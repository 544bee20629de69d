import type { ReactNode } from 'react'
import { Splash } from '../icons/splash.tsx'
import { Content } from './content.tsx'
import classes from './page.module.css'

interface Props {
  /** Of the document. */
  title: string
  children: ReactNode
}

/** A page with one card above the drawing. */
export function CardPage({ title, children }: Props) {
  return (
    <Content title={title}>
      <div className={classes.cardPage}>
        <div className={classes.panel}>{children}</div>
        <Splash className={classes.splash ?? ''} />
      </div>
    </Content>
  )
}
