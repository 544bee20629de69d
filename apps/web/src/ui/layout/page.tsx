import type { ReactNode } from 'react'
import { Content } from './content.tsx'
import classes from './page.module.css'

interface Props {
  title: string
  /** In place of the title, with its words. */
  heading?: ReactNode
  /** Of the document, where it is not the title of the page. */
  documentTitle?: string
  /** A `BackLink` above the title. */
  back?: ReactNode
  /** Buttons or links beside the title. */
  actions?: ReactNode
  /** Above the title, over the full width of the window. */
  picture?: ReactNode
  /** A list that many rows are read in: as wide as the window, without much above it. */
  isWide?: boolean
  children: ReactNode
}

/** A page with a title. */
export function Page({
  title,
  heading = title,
  documentTitle = title,
  back,
  actions,
  picture,
  isWide = false,
  children,
}: Props) {
  return (
    <Content title={documentTitle}>
      {picture}
      <PageBody className={isWide ? classes.wide : ''}>
        {back}
        <div className={classes.head}>
          <h1>{heading}</h1>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {children}
      </PageBody>
    </Content>
  )
}

interface BodyProps {
  className?: string | undefined
  children: ReactNode
}

export function PageBody({ className = '', children }: BodyProps) {
  return <div className={`${classes.page} ${className}`}>{children}</div>
}
