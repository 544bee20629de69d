import { openStates } from '@carpeta/domain/requests/request-states'
import type { WorkCounts } from '../../../api/staff/work-counts.ts'

export interface WorkCount {
  label: string
  count: number
  /** The list with the rows that are counted. */
  to: string
  /** Shown in red unless zero. */
  isUrgent?: boolean
}

interface WorkGroup {
  title: string
  counts: WorkCount[]
}

const OPEN = openStates.join(',')

/** The counts that the server answered, which are those the user has the permission for. */
export function workGroups({
  requests,
  payment_reports,
  loads,
  users,
  setup,
}: WorkCounts): WorkGroup[] {
  const groups: WorkGroup[] = [
    {
      title: 'Solicitudes',
      counts: requests
        ? [
            { label: 'Nuevas', count: requests.sent, to: '/requests?state=sent' },
            {
              label: 'Atrasadas',
              count: requests.overdue,
              to: '/requests?overdue=1',
              isUrgent: true,
            },
            { label: 'Mías', count: requests.mine, to: `/requests?state=${OPEN}&mine=1` },
            {
              label: 'Sin asignar',
              count: requests.unassigned,
              to: `/requests?state=${OPEN}&unassigned=1`,
            },
          ]
        : [],
    },
    {
      title: 'Otras tareas',
      counts: [
        ...(payment_reports
          ? [
              {
                label: 'Pagos informados por revisar',
                count: payment_reports.reported,
                to: '/payment-reports?state=reported',
              },
            ]
          : []),
        ...(loads
          ? [
              {
                label: 'Cargas con rechazos',
                count: loads.with_rejects,
                to: '/imports?con_rechazos=1#historia',
                isUrgent: true,
              },
            ]
          : []),
        ...(users
          ? [
              {
                label: 'Invitaciones y correos fallidos',
                count: users.failed_emails,
                to: '/users?invitation=failed',
                isUrgent: true,
              },
            ]
          : []),
        ...(setup
          ? [{ label: 'Pasos de la puesta en marcha', count: setup.missing, to: '/setup' }]
          : []),
      ],
    },
  ]
  return groups.filter(({ counts }) => counts.length > 0)
}
