import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { StillReading } from '../forms/confirmation.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { type OpenMatters as Counts, openMattersQuery } from './calls.ts'

/** What a user leaves open when the account is deleted; nothing when there is none. */
export function OpenMatters({ id }: { id: number }) {
  const { data, isPending, isError } = useQuery(openMattersQuery(id))
  if (isPending) return <StillReading>Revisando qué deja abierto…</StillReading>
  if (isError) return <Notice tone="warning">No se pudo revisar si deja algo abierto.</Notice>
  const open = data ? openMatters(data) : []
  if (open.length === 0) return null
  return <Notice tone="warning">Deja abierto: {new Intl.ListFormat('es-CL').format(open)}.</Notice>
}

function openMatters({ sales, requests, assigned }: Counts): string[] {
  const sent = (count: number) => counted(count, 'solicitud', 'solicitudes')
  return [
    ...(sales > 0 ? [counted(sales, 'compra en curso', 'compras en curso')] : []),
    ...(requests > 0 ? [`${sent(requests)} sin cerrar`] : []),
    ...(assigned > 0 ? [`${sent(assigned)} de otros a su cargo`] : []),
  ]
}
