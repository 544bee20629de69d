import * as announcements from '../announcements/personal-data.ts'
import * as audit from '../audit/personal-data.ts'
import * as auth from '../auth/personal-data.ts'
import * as documents from '../documents/personal-data.ts'
import * as dueCalendar from '../due-calendar/personal-data.ts'
import * as imports from '../imports/personal-data.ts'
import * as memberDocuments from '../member-documents/personal-data.ts'
import * as news from '../news/personal-data.ts'
import * as paymentReports from '../payment-reports/personal-data.ts'
import * as payments from '../payments/personal-data.ts'
import * as people from '../people/personal-data.ts'
import * as requests from '../requests/personal-data.ts'
import * as sales from '../sales/personal-data.ts'
import * as statements from '../statements/personal-data.ts'
import * as throttle from '../throttle/personal-data.ts'

/** Every module that stores personal data, by its folder; it exports and erases its own tables. */
export const modules = {
  announcements,
  audit,
  auth,
  documents,
  'due-calendar': dueCalendar,
  imports,
  'member-documents': memberDocuments,
  news,
  'payment-reports': paymentReports,
  payments,
  people,
  requests,
  sales,
  statements,
  throttle,
}
