import type { ReactNode } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Content } from './content.tsx'
import classes from './page.module.css'

interface Props {
  title: string
  /** What can be begun here, at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page with a title over its whole width: what staff work on. */
export function Page({ title, actions, children }: Props) {
  const isReady = useHydrated()
  return (
    <Content>
      <div className={classes.page}>
        <div className={classes.head}>
          <h1>{title}</h1>
          {actions && (
            // Prerendered, no button can be pressed in vain.
            <fieldset className={classes.actions} disabled={!isReady}>
              {actions}
            </fieldset>
          )}
        </div>
        {children}
      </div>
    </Content>
  )
}
