import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { offlineMessages, offlineTitle } from '@carpeta/domain/offline/offline-texts'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isSelectable } from '@carpeta/domain/sales/sale-rules'
import { useState } from 'react'
import { nameOf } from '../../screens/dashboard/sale-parts.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import navbar from '../layout/navbar.module.css'
import classes from './offline-page.module.css'
import { OfflineSale } from './offline-sale.tsx'

interface Props {
  /** Null when this device stores none. */
  copy: { savedAt: number; sales: Sale[] } | null
}

/** The last account statement of this device, without any form. */
export function OfflinePage({ copy }: Props) {
  const title = copy ? offlineTitle(copy.savedAt) : 'Sin conexión'
  return (
    <>
      <header className={`${navbar.bar} ${classes.bar}`}>
        <div className={navbar.inner}>
          <p className={`${navbar.home} ${classes.home}`}>
            <Logo />
            <span>Carpeta Virtual</span>
          </p>
        </div>
      </header>
      <main className={classes.page}>
        <div className={classes.head}>
          <h1>
            <UnbrokenDates text={title} />
          </h1>
          <Button onClick={() => window.location.assign('/dashboard')}>Reintentar</Button>
        </div>
        <ErrorBoundary fallback={() => <Notice tone="warning">{offlineMessages.none}</Notice>}>
          {copy ? <Sales {...copy} /> : <Notice tone="warning">{offlineMessages.none}</Notice>}
        </ErrorBoundary>
      </main>
    </>
  )
}

function Sales({ sales, savedAt }: NonNullable<Props['copy']>) {
  const open = sales.filter(isSelectable)
  const [chosen, setChosen] = useState(open[0]?.code ?? '')
  const day = todayInSantiago(new Date(savedAt))
  const [only, ...others] = open
  if (!only) return <Notice tone="info">No tenías una venta vigente.</Notice>
  if (others.length === 0) return <OfflineSale sale={only} day={day} />
  return (
    <PageTabs
      label="Tus ventas"
      shown={chosen}
      onTab={setChosen}
      tabs={open.map((sale) => ({
        value: sale.code,
        label: nameOf(sale),
        content: <OfflineSale sale={sale} day={day} />,
      }))}
    />
  )
}
