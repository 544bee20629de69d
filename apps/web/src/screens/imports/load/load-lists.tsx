import { groupThousands } from '@carpeta/domain/money/thousands'
import { useState } from 'react'
import type { Load } from '../../../api/imports/imports.ts'
import { PageTabs } from '../../../ui/layout/page-tabs.tsx'
import { LoadEmails } from '../emails/load-emails.tsx'
import classes from '../imports.module.css'
import { Changes } from './changes.tsx'
import { Findings } from './findings.tsx'
import { Rejects } from './rejects.tsx'

/** The sales of a load: what changes, what is wrong, what contradicts itself. */
export function LoadLists({ load }: { load: Load }) {
  const { id, added, changed, withdrawn, broken_rules: rejects, findings } = load
  const [shown, setShown] = useState(() => (load.refusal && rejects > 0 ? 'rejects' : 'changes'))
  // A load that changed nothing told nobody.
  const hasEmails = load.state === 'applied' || load.state === 'undone'
  const changes = added + changed + withdrawn
  return (
    <PageTabs
      label="Ventas de la carga"
      shown={shown}
      onTab={setShown}
      panelClassName={classes.panel}
      tabs={[
        {
          value: 'changes',
          label: `Ventas que cambian (${groupThousands(String(changes))})`,
          content: <Changes load={load} />,
        },
        {
          value: 'rejects',
          label: `Rechazos (${groupThousands(String(rejects))})`,
          content: <Rejects id={id} count={rejects} />,
        },
        {
          value: 'findings',
          label: `Hallazgos (${groupThousands(String(findings))})`,
          content: <Findings id={id} />,
        },
        ...(hasEmails
          ? [{ value: 'emails', label: 'Correos', content: <LoadEmails loadId={id} /> }]
          : []),
      ]}
    />
  )
}
