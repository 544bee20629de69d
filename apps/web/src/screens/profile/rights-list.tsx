import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { saleForDataSubjectRequests } from '@carpeta/domain/sales/sale-rules'
import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { type Right, rightsQuery } from '../../api/personal-data.ts'
import { salesQuery } from '../../api/sales.ts'
import { CooperativeEmail } from '../../layout/cooperative-email.tsx'
import { LoadFailure } from '../../session/load-failure.tsx'
import classes from './my-data.module.css'
import profile from './profile.module.css'
import { RightForm } from './right-form.tsx'

/** Each opens to what it is and to where it is asked for. */
export function RightsList() {
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
  /** A request hangs on a sale; who has none writes. */
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
          {saleCode !== undefined && <RightForm right={right} saleCode={saleCode} />}
        </details>
      ))}
    </>
  )
}
