import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { CO_HOLDER_QUESTION, openQuestion } from '@carpeta/domain/requests/questions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { Asked, questionAddress } from '../../requests/member/asked.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { salesQuery } from '../calls.ts'
import classes from './sales-with-readers.module.css'

/** What a holder does whose co-holder accounting does not name: asks for it, or sees that it was asked. */
export function AddCoHolder({ saleCode }: { saleCode: string }) {
  const { data: sales, isLoading } = useQuery(salesQuery)
  if (isLoading) return null
  const sale = sales?.find(({ code }) => code === saleCode)
  const request = sale && openQuestion(sale.requests, CO_HOLDER_QUESTION)
  if (request) {
    return (
      <p className={classes.detail} role="status">
        <Asked
          what="que agreguen a tu co-titular"
          sale={sale}
          request={request}
          today={todayInSantiago(serverNow())}
        />
      </p>
    )
  }
  const form = sale && questionAddress(sale, CO_HOLDER_QUESTION)
  if (!form) {
    return (
      <p className={classes.detail}>
        Si compraron juntos, escribe a <CooperativeEmail /> para corregirlo.
      </p>
    )
  }
  return (
    <>
      <p className={classes.detail}>
        Si compraste con otra persona, pide que la agreguen como co-titular.
      </p>
      <p>
        <Button component={Link} variant="default" to={form}>
          Pedir que la agreguen
        </Button>
      </p>
    </>
  )
}
