import { useState } from 'react'
import type { StaffRequest } from '../../../api/workbench.ts'
import { useKeptText } from '../../../requests/use-saved-text.ts'
import { KnowVersion } from './actions/use-request-action.ts'
import { Given } from './answer/given-answer.tsx'
import { AskedFor } from './asked-for.tsx'
import { Assignment } from './assignment.tsx'
import classes from './detail.module.css'
import { History } from './history.tsx'
import { MemberFacts } from './member-facts.tsx'
import { News } from './news.tsx'
import { NextStep } from './next-step.tsx'
import { RequestHead } from './request-head.tsx'

/** A request as staff work on it. */
export function RequestDetail({ request }: { request: StaffRequest }) {
  // Here rather than in the form, which goes away when somebody else closes the request.
  const [text, setText] = useKeptText(`answer:${request.id}`)
  const [known, setKnown] = useState(request.version)
  return (
    <KnowVersion value={setKnown}>
      <RequestHead request={request} />
      <div className={classes.parts}>
        <div className={classes.main}>
          <AskedFor request={request} />
          {request.answer && <Given request={request} />}
          {request.version > known && <News onSeen={() => setKnown(request.version)} />}
          <NextStep request={request} text={text} onText={setText} />
          <History request={request} />
        </div>
        <div className={classes.aside}>
          <MemberFacts request={request} />
          <Assignment request={request} />
        </div>
      </div>
    </KnowVersion>
  )
}
