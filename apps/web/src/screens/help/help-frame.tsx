import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import classes from './help.module.css'

interface Props {
  title: string
  children: ReactNode
}

/** One page of the help, with the way back to all of it. */
export function HelpFrame({ title, children }: Props) {
  return (
    <Content title={title}>
      <PageBody className={classes.page}>
        <Link className={classes.back} to="/help">
          <ArrowLeftIcon size={18} />
          Toda la ayuda
        </Link>
        <article className={classes.article}>
          <h1>{title}</h1>
          {children}
        </article>
      </PageBody>
    </Content>
  )
}
