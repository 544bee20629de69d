import type { MemberRequest } from '@carpeta/contract/requests'
import { canComment, canRate, isActionAllowed } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/client/api-error.ts'
import { memberRequestQuery } from '../../../api/member-requests.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useIsView } from '../../../session/use-is-view.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { TabSkeleton } from '../tabs/tab-skeleton.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { FollowUpForm } from './follow-up/follow-up-form.tsx'
import { RateAnswer } from './follow-up/rate-answer.tsx'
import { MergedRequests } from './merged-requests.tsx'
import classes from './my-requests.module.css'
import { ReplyForm } from './reply-form.tsx'
import { EarlierFiles, RequestAnswer } from './request-answer.tsx'
import { RequestHead } from './request-head.tsx'
import { RequestHistory } from './request-history.tsx'
import { UnsentReply } from './unsent-reply.tsx'
import { UploadedDocuments } from './uploaded-documents.tsx'

export interface RequestDetailProps {
  /** From the address, so it may be no valid id. */
  id: number
  onBack: () => void
}

export function RequestDetail({ id, onBack }: RequestDetailProps) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const {
    data: request,
    error,
    refetch,
  } = useQuery({
    ...memberRequestQuery(id),
    enabled: isNumber,
  })
  const isMissing = !isNumber || isUnknown(error)
  return (
    <>
      <div>
        <Button
          className={classes.back}
          variant="subtle"
          size="sm"
          leftSection={<ArrowLeftIcon size={18} />}
          onClick={onBack}
        >
          Volver a mis trámites
        </Button>
      </div>
      {isMissing && <Notice tone="error">No encontramos esta solicitud entre las tuyas.</Notice>}
      {!isMissing && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {isNumber && !request && !error && <TabSkeleton />}
      {/* Stays mounted after a failed reload, to keep the unsent reply. */}
      {!isMissing && request && <Request request={request} />}
    </>
  )
}

function Request({ request }: { request: MemberRequest }) {
  const isView = useIsView()
  const may = (action: 'reply' | 'cancel') => !isView && isActionAllowed(action, request.state)
  return (
    <>
      <RequestHead request={request} />
      {may('reply') && <ReplyForm request={request} />}
      {!isView && !isActionAllowed('reply', request.state) && <UnsentReply request={request} />}
      {request.answer && request.merged_into === null && (
        <RequestAnswer request={request}>
          {!isView && canRate(request.state) && <RateAnswer request={request} />}
        </RequestAnswer>
      )}
      {!isView && request.can_respond && <FollowUpForm request={request} kind="respond" />}
      {!request.answer && request.answer_files.length > 0 && <EarlierFiles request={request} />}
      {request.documents.length > 0 && <UploadedDocuments request={request} />}
      {request.comment && (
        <section className={classes.part}>
          <h4>Tu comentario</h4>
          <p className={classes.text}>{request.comment}</p>
        </section>
      )}
      <MergedRequests request={request} />
      {!isView && canComment(request.state) && <FollowUpForm request={request} kind="comment" />}
      <RequestHistory request={request} />
      {may('cancel') && <CancelRequest id={request.id} />}
    </>
  )
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
