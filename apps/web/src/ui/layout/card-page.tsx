import type { ReactNode } from 'react'
import { Splash } from '../icons/splash.tsx'
import classes from './card-page.module.css'
import { Content } from './content.tsx'

/** A page with one card above the drawing. */
export function CardPage({ children }: { children: ReactNode }) {
  return (
    <Content>
      <div className={classes.page}>
        <div className={classes.card}>{children}</div>
        <Splash className={classes.splash ?? ''} />
      </div>
    </Content>
  )
}
