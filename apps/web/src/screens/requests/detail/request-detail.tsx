import { useState } from 'react'
import type { StaffRequest } from '../../../api/workbench.ts'
import { useSavedText } from '../../../requests/use-saved-text.ts'
import { useGradually } from '../../../ui/use-gradually.ts'
import { SetKnownVersion } from './actions/use-request-action.ts'
import { GivenAnswer } from './answer/given-answer.tsx'
import { AskedFor } from './asked-for.tsx'
import { Assignment } from './assignment.tsx'
import { ChangeNotice } from './change-notice.tsx'
import classes from './detail.module.css'
import { History } from './history.tsx'
import { MemberFacts } from './member/member-facts.tsx'
import { MergedRequests } from './merged-requests.tsx'
import { NextStep } from './next-step.tsx'
import { RequestHead } from './request-head.tsx'

export function RequestDetail({ request }: { request: StaffRequest }) {
  // Kept here, since the form unmounts when somebody else closes the request.
  const [text, setText] = useSavedText(`answer:${request.id}`)
  const [known, setKnown] = useState(request.version)
  // What was asked and the answer come first (docs/decisions/0074).
  const parts = useGradually(3, 1)
  return (
    <SetKnownVersion value={setKnown}>
      <RequestHead request={request} />
      <div className={classes.parts}>
        <div className={classes.main}>
          <AskedFor request={request} />
          <MergedRequests request={request} />
          {request.answer && request.merged_into === null && <GivenAnswer request={request} />}
          {request.version > known && <ChangeNotice onSeen={() => setKnown(request.version)} />}
          <NextStep request={request} text={text} onText={setText} />
          {parts > 2 && <History request={request} />}
        </div>
        <div className={classes.aside}>
          {parts > 1 && (
            <>
              <MemberFacts request={request} />
              <Assignment request={request} />
            </>
          )}
        </div>
      </div>
    </SetKnownVersion>
  )
}
