import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { saleForDataSubjectRequests } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { type DataSubjectRequest, dataSubjectRequestsQuery } from '../../../api/personal-data.ts'
import { salesQuery } from '../../../api/sales.ts'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import profile from '../profile.module.css'
import { DataRequestForm } from './data-request-form.tsx'
import classes from './my-data.module.css'

/** The data-subject requests, each with its form. */
export function DataRequestList() {
  const requests = useOptionalQuery(dataSubjectRequestsQuery)
  const sales = useQuery(salesQuery)
  const error = requests.failure ?? sales.error
  const retry = () => void Promise.all([requests.refetch(), sales.refetch()])
  if (requests.isAbsent) return null
  return (
    <>
      <h3 className={classes.requestsTitle}>Tus derechos</h3>
      {error && <LoadFailure error={error} onRetry={retry} />}
      {requests.data && sales.data ? (
        <DataSubjectRequests
          requests={requests.data}
          saleCode={saleForDataSubjectRequests(sales.data)?.code}
        />
      ) : (
        !error && <Skeleton height={96} />
      )}
    </>
  )
}

interface Props {
  requests: DataSubjectRequest[]
  /** A request belongs to a sale; a member without one writes an email. */
  saleCode: string | undefined
}

function DataSubjectRequests({ requests, saleCode }: Props) {
  return (
    <>
      <p className={profile.detail}>
        Respondemos en {DATA_SUBJECT_ANSWER_DAYS} días corridos.
        {saleCode === undefined && (
          <>
            {' '}
            Para pedirlos, escribe a <CooperativeEmail />.
          </>
        )}
      </p>
      {requests.map((request) => (
        <details key={request.id} className={classes.request}>
          <summary>{request.title}</summary>
          <p>{request.description}</p>
          {saleCode !== undefined && <DataRequestForm request={request} saleCode={saleCode} />}
        </details>
      ))}
    </>
  )
}
