import { personas } from '../seeds/personas.ts'
import type { Database } from '../src/db/client.ts'
import { one, sql } from '../src/db/query.ts'

/** What a screen reads, for a person of the sample; `:name` is a number or a code of the database. */
export const screens: Record<'rosa' | 'ivan', string[]> = {
  rosa: [
    '/api/auth/user/',
    '/api/client/',
    '/api/client/sessions/',
    '/api/client/preferences/',
    '/api/client/accesses/',
    '/api/client/rights/',
    '/api/client/news/',
    '/api/client/announcements/',
    '/api/client/announcements/:announcement/',
    '/api/sales-data/',
    '/api/sale-accesses/',
    '/api/procedures/',
    '/api/request/draft/?procedure_id=:procedure&sale_code=V-1001',
    '/api/request/drafts/',
    '/api/requests/:request/',
    '/api/payment-account/',
    '/api/payment-reports/own/',
    '/api/help-pages/',
  ],
  ivan: [
    '/api/staff/counts/',
    '/api/staff/search/?q=rojas 177',
    '/api/staff/search/?q=V-7',
    '/api/staff/members/:member/',
    '/api/users/',
    '/api/users/?fullname=rojas',
    '/api/users/?orderBy=last_name&orderDesc=true',
    '/api/users/invitations/',
    '/api/users/trashed/',
    '/api/users/:member/',
    '/api/groups/',
    '/api/requests/',
    '/api/requests/?state=resolved',
    '/api/requests/?q=5000123',
    '/api/requests/:request/',
    '/api/requests/:request/member/',
    '/api/requests/assignees/',
    '/api/requests/procedures/',
    '/api/requests/filters/',
    '/api/requests/ratings/',
    '/api/filings/members/?q=rojas',
    '/api/filings/members/:member/',
    '/api/answer-templates/',
    '/api/reports/',
    '/api/payment-reports/',
    '/api/procedures/?pageSize=100',
    '/api/procedures/trashed/',
    '/api/holidays/',
    '/api/announcements/',
    '/api/announcements/audiences/',
    '/api/announcements/:announcement/',
    '/api/announcements/:announcement/readers/',
    '/api/loads/',
    '/api/loads/undoable/',
    '/api/loads/:load/',
    '/api/loads/:load/changes/',
    '/api/loads/:load/figures/?sale=V-1001',
    '/api/loads/:load/findings/',
    '/api/loads/:load/rejects/',
    '/api/import-uploads/',
    '/api/import-tokens/',
    '/api/audit/',
    '/api/audit/?action=session.login',
    '/api/setup/',
  ],
}

type Numbers = Record<string, number | null>

/** The numbers that the paths of screens name; null for what there is none of. */
export function numbersOf(db: Database): Promise<Numbers> {
  const rosa = sql`(select id from users where rut = ${personas.rosa.rut})`
  return one<Numbers>(
    db,
    sql`select (select max(id) from announcements where state = 'published') as announcement,
      (select min(id) from procedures) as procedure,
      (select min(id) from requests where user_id = ${rosa}) as request,
      (select max(id) from users) as member,
      (select max(id) from loads) as load`,
  )
}

export function pathOf(screen: string, numbers: Numbers): string {
  return encodeURI(screen.replace(/:(\w+)/g, (_, name) => String(numbers[name])))
}
