import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { saleForDataSubjectRequests } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { type Right, rightsQuery } from '../../../api/personal-data.ts'
import { salesQuery } from '../../../api/sales.ts'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.ts'
import profile from '../profile.module.css'
import { DataRequestForm } from './data-request-form.tsx'
import classes from './my-data.module.css'

/** The data-subject rights, each with its form. */
export function DataRequestList() {
  const rights = useQuery(rightsQuery)
  const sales = useQuery(salesQuery)
  const error = rights.error ?? sales.error
  const retry = () => void Promise.all([rights.refetch(), sales.refetch()])
  return (
    <>
      {error && <LoadFailure error={error} onRetry={retry} />}
      {rights.data && sales.data ? (
        <Rights rights={rights.data} saleCode={saleForDataSubjectRequests(sales.data)?.code} />
      ) : (
        !error && <Skeleton height={96} />
      )}
    </>
  )
}

interface Props {
  rights: Right[]
  /** A request belongs to a sale; a member without one writes an email. */
  saleCode: string | undefined
}

function Rights({ rights, saleCode }: Props) {
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
      {rights.map((right) => (
        <details key={right.id} className={classes.right}>
          <summary>{right.title}</summary>
          <p>{right.description}</p>
          {saleCode !== undefined && <DataRequestForm right={right} saleCode={saleCode} />}
        </details>
      ))}
    </>
  )
}
