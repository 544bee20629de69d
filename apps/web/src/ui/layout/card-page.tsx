import type { ReactNode } from 'react'
import { Splash } from '../icons/splash.tsx'
import classes from './card-page.module.css'
import { Content } from './content.tsx'

/** One thing to do, on a card before the hills. */
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
