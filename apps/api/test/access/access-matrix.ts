import { type Permission, permissions } from '@carpeta/domain/access/permissions'

/** An anonymous visitor, a member, a superuser, and for each permission a staff user with no other. */
export const people = ['anonymous', 'rosa', 'ivan', ...permissions] as const
export type Person = (typeof people)[number]

const anyone = [...people]
const signedIn: Person[] = people.filter((name) => name !== 'anonymous')
const members: Person[] = ['rosa']
const superusers: Person[] = ['ivan']
const nobody: Person[] = []
const having = (permission: Permission): Person[] => [permission, 'ivan']
const managers = having('users.manage_users')
const adders = having('auth.add_user')
const changers = having('auth.change_user')
const deleters = having('auth.delete_user')
const viewers = having('users.view_as_member')
const answerers = having('requests.answer_requests')
const importers = having('sales.import_sales')
const editors = having('procedures.change_procedures')
const matchers = having('payments.match_payments')
const publishers = having('announcements.publish_announcements')
const documentPublishers = having('documents.publish_documents')
const auditors = having('audit.view_audit')

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export const methods: Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Who may call each route; a new one needs a line. */
export const table: Record<string, Partial<Record<Exclude<Method, 'HEAD'>, Person[]>>> = {
  '/api/openapi.json': { GET: anyone },
  '/api/docs': { GET: anyone },
  '/api/health': { GET: anyone },
  '/api/health/ready': { GET: anyone },

  '/api/auth/csrftoken': { GET: anyone },
  '/api/auth/login': { POST: anyone },
  '/api/auth/logout': { POST: anyone },
  '/api/auth/user': { GET: signedIn },
  '/api/auth/login/passkey': { POST: anyone },
  '/api/auth/login/passkey/options': { POST: anyone },
  '/api/auth/reauthenticate/passkey': { POST: signedIn },
  '/api/auth/reauthenticate/passkey/options': { POST: signedIn },
  '/api/auth/second-factor': { GET: signedIn },
  '/api/auth/passkeys': { POST: signedIn },
  '/api/auth/passkeys/options': { POST: signedIn },
  '/api/auth/passkeys/:id': { PATCH: signedIn, DELETE: signedIn },
  '/api/auth/totp': { POST: signedIn, DELETE: signedIn },
  '/api/auth/totp/options': { POST: signedIn },
  '/api/auth/recovery-codes': { POST: signedIn },
  '/api/auth/reauthenticate': { POST: signedIn },
  // Closed unless REGISTRATION_OPEN is set.
  '/api/auth/register': { POST: nobody },
  '/api/confirm-email': { POST: anyone },
  '/api/email-change/confirm': { POST: anyone },
  '/api/email-change/revert': { POST: anyone },
  '/api/send-restore-password-ss': { POST: anyone },
  '/api/restore-password': { POST: anyone },

  '/api/client': { GET: members },
  '/api/client/check': { GET: anyone },
  '/api/client/password': { POST: anyone },
  '/api/client/not-me': { POST: anyone },
  '/api/client/password/change': { POST: signedIn },
  '/api/client/sessions': { GET: signedIn },
  '/api/client/sessions/end-others': { POST: signedIn },
  '/api/client/sessions/:id': { DELETE: signedIn },
  '/api/client/preferences': { GET: signedIn, PATCH: signedIn },
  '/api/client/accesses': { GET: signedIn },
  '/api/client/rights': { GET: signedIn },
  '/api/client/data.json': { GET: signedIn },
  '/api/client/data.pdf': { GET: signedIn },

  '/api/client/news': { GET: members },
  '/api/client/news/read': { POST: members },

  '/api/sales-data': { GET: members },
  '/api/sale-accesses': { GET: members, POST: members },
  '/api/sale-accesses/:id': { DELETE: members },
  '/api/staff/members/:id/sale-accesses': { POST: managers },
  '/api/staff/sale-accesses/:id': { DELETE: managers },
  '/api/due-calendar': { GET: members, POST: members, DELETE: members },
  '/api/due-calendar.ics': { GET: anyone },
  '/api/deed-durations': { GET: members },
  '/api/sales/:code/statement.pdf': { GET: members },
  '/api/sales/:code/statement.csv': { GET: members },
  '/api/sales/:code/certificate.pdf': { GET: members },
  '/api/statements/:folio': { GET: anyone },

  '/api/users': { GET: managers, POST: adders },
  '/api/users/trashed': { GET: deleters },
  '/api/users/invite': { POST: managers },
  '/api/users/invitations': { GET: managers },
  '/api/users/:id': { GET: managers, PATCH: changers, DELETE: deleters },
  '/api/users/:id/open-matters': { GET: deleters },
  '/api/users/:id/restore': { PATCH: deleters },
  '/api/users/:id/email-change': { DELETE: changers },
  '/api/users/:id/invite': { POST: managers },
  '/api/users/:id/revoke': { POST: managers },
  '/api/users/:id/sign-in': { GET: changers },
  '/api/users/:id/second-factor/reset': { POST: changers },
  '/api/users/:id/sessions/end': { POST: changers },
  '/api/groups': { GET: managers, POST: superusers },
  '/api/groups/trashed': { GET: managers },
  '/api/groups/:id': { GET: managers, PATCH: superusers, DELETE: superusers },

  // Not set up in the test of the table: members may ask, and find nothing.
  '/api/payments': { GET: matchers, POST: members },
  '/api/payments/own': { GET: members },
  '/api/payments/csv': { GET: matchers },
  '/api/payments/:id': { GET: members },
  '/api/payments/:id/return': { POST: members },
  '/api/payments/:id/receipt': { GET: members },
  '/api/payments/:id/refund': { POST: matchers },
  '/api/payments/:id/expire': { POST: matchers },
  '/api/payments/:id/candidates': { GET: matchers },
  '/api/payments/:id/match': { POST: matchers },
  '/api/payments/:id/unmatch': { POST: matchers },

  '/api/procedures': { GET: ['rosa', ...editors], POST: editors },
  '/api/procedures/starter': { GET: editors, POST: editors },
  '/api/procedures/trashed': { GET: editors },
  '/api/procedures/order': { POST: editors },
  '/api/procedures/:id': { GET: editors, PATCH: editors, DELETE: editors },
  '/api/procedures/:id/restore': { PATCH: editors },

  '/api/request/create': { POST: members },
  '/api/request/draft': { GET: members },
  '/api/request/drafts': { GET: members },
  '/api/request/send': { POST: signedIn },
  // For whoever writes it; another's is a 404.
  '/api/upload-document': { POST: signedIn },
  '/api/documents/:id': { GET: signedIn, DELETE: signedIn },
  '/api/documents/:id/pages/:page': { GET: signedIn },
  '/api/requests/:id': { GET: signedIn },
  '/api/requests/:id/cancel': { POST: members },
  '/api/requests/:id/reply': { POST: members },
  '/api/requests/:id/comment': { POST: members },
  '/api/requests/:id/respond': { POST: members },
  '/api/requests/:id/rating': { PUT: members },
  '/api/requests/ratings': { GET: answerers },
  '/api/requests/:id/draft': { GET: signedIn, PUT: signedIn, DELETE: signedIn },
  '/api/requests/:id/draft/files': { PUT: signedIn },

  '/api/payment-account': { GET: members },
  '/api/payment-reports': { GET: matchers, POST: members },
  '/api/payment-reports/own': { GET: members },
  '/api/payment-reports/:id': { GET: matchers },
  '/api/payment-reports/:id/cancel': { POST: members },
  '/api/payment-reports/:id/confirm': { POST: matchers },
  '/api/payment-reports/:id/unmatch': { POST: matchers },
  '/api/payment-reports/:id/decline': { POST: matchers },
  // Another user's object is a 404.
  '/api/payment-reports/:id/receipt': { GET: signedIn },
  '/api/payment-reports/:id/receipt/pages/:page': { GET: matchers },

  '/api/member-documents': { GET: members },
  '/api/member-documents/archive': { GET: members },
  '/api/member-documents/:id/file': { GET: members },
  '/api/member-documents/:id/pages/:page': { GET: members },
  '/api/document-imports': { GET: documentPublishers, POST: documentPublishers },
  '/api/document-imports/:id': { GET: documentPublishers, DELETE: documentPublishers },
  '/api/document-imports/:id/correct': { POST: documentPublishers },
  '/api/document-sales': { GET: documentPublishers },
  '/api/document-imports/:id/publish': { POST: documentPublishers },
  '/api/document-imports/:id/rejects.csv': { GET: documentPublishers },
  '/api/sales/:code/documents': { GET: documentPublishers, POST: documentPublishers },
  '/api/sales/:code/documents/:id': { PATCH: documentPublishers },
  '/api/sales/:code/documents/:id/versions': { POST: documentPublishers },
  '/api/sales/:code/documents/:id/withdraw': { POST: documentPublishers },
  '/api/sales/:code/documents/:id/hand-over': { POST: documentPublishers },
  '/api/sales/:code/documents/:id/reads': { GET: documentPublishers },
  '/api/sales/:code/documents/:id/file': { GET: documentPublishers },
  '/api/sales/:code/documents/:id/pages/:page': { GET: documentPublishers },

  '/api/filings/members': { GET: answerers },
  '/api/filings/members/:id': { GET: answerers },
  '/api/filings': { POST: answerers },
  '/api/filings/draft': { GET: answerers },

  '/api/requests': { GET: answerers },
  '/api/requests/assignees': { GET: answerers },
  '/api/requests/procedures': { GET: answerers },
  '/api/requests/assign': { POST: answerers },
  '/api/requests/resolve': { POST: answerers },
  '/api/requests/export.csv': { GET: answerers },
  '/api/requests/filters': { GET: answerers, POST: answerers },
  '/api/requests/filters/:id': { DELETE: answerers },
  '/api/requests/:id/member': { GET: answerers },
  '/api/never-entered': { GET: managers },
  '/api/letters': { POST: changers },
  '/api/overdue-sales': { GET: answerers },
  '/api/overdue-sales/export.csv': { GET: answerers },
  '/api/reports': { GET: answerers },
  '/api/reports/:name/export.csv': { GET: answerers },
  '/api/requests/:id/review': { POST: answerers },
  '/api/requests/:id/assign': { POST: answerers },
  '/api/requests/:id/ask': { POST: answerers },
  '/api/requests/:id/resolve': { POST: answerers },
  '/api/requests/:id/reject': { POST: answerers },
  '/api/requests/:id/extend': { POST: answerers },
  '/api/requests/:id/reopen': { POST: answerers },
  '/api/requests/:id/merge': { POST: answerers },
  '/api/requests/:id/note': { POST: answerers },
  '/api/requests/:id/documents/:document_id/review': { POST: answerers },
  '/api/requests/:id/answer-files': { POST: answerers },
  '/api/requests/:id/answer-files/:document_id': { DELETE: answerers },
  '/api/answer-templates': { GET: answerers, POST: answerers },
  '/api/answer-templates/:id': { PATCH: answerers, DELETE: answerers },
  '/api/holidays': { GET: editors, POST: editors },
  '/api/holidays/:date': { DELETE: editors },

  '/api/loads/:id/emails': { GET: importers },
  '/api/loads/:id/emails/pause': { POST: importers },
  '/api/loads/:id/emails/send': { POST: importers },

  '/api/announcements': { GET: publishers, POST: publishers },
  '/api/announcements/audiences': { GET: publishers },
  '/api/announcements/:id': { GET: publishers, PATCH: publishers, DELETE: publishers },
  '/api/announcements/:id/email': { GET: publishers },
  '/api/announcements/:id/publish': { POST: publishers },
  '/api/announcements/:id/withdraw': { POST: publishers },
  '/api/announcements/:id/copy': { POST: publishers },
  '/api/announcements/:id/files': { POST: publishers },
  // An announcement that does not concern the caller is a 404.
  '/api/announcements/:id/files/:document_id': { GET: signedIn, DELETE: publishers },
  '/api/announcements/:id/readers': { GET: publishers },
  '/api/help-pages': { GET: signedIn, POST: publishers },
  '/api/help-pages/:id': { PATCH: publishers, DELETE: publishers },
  '/api/client/announcements': { GET: members },
  '/api/client/announcements/:id': { GET: members },
  '/api/client/announcements/:id/read': { POST: members },
  '/api/import-uploads': { GET: importers, POST: importers },
  '/api/import-uploads/:id': { GET: importers, DELETE: importers },
  '/api/import-uploads/:id/accept': { POST: importers },
  '/api/import-uploads/:id/apply': { POST: importers },
  '/api/import-uploads/:id/check': { POST: importers },
  '/api/import-tokens': { GET: importers, POST: importers },
  '/api/import-tokens/:id': { DELETE: importers },
  '/api/loads': { GET: importers },
  '/api/loads/undoable': { GET: importers },
  '/api/loads/:id': { GET: importers },
  '/api/loads/:id/changes': { GET: importers },
  '/api/loads/:id/figures': { GET: importers },
  '/api/loads/:id/rejects': { GET: importers },
  '/api/loads/:id/rejects.csv': { GET: importers },
  '/api/loads/:id/findings': { GET: importers },
  '/api/loads/:id/findings.csv': { GET: importers },
  '/api/loads/:id/undo': { POST: importers },
  // For a program with a token, and no person.
  '/api/imports': { POST: nobody },
  '/api/imports/:id': { GET: nobody },

  // Each count and each kind of result needs its permission.
  '/api/staff/counts': { GET: signedIn },
  '/api/staff/backups': { GET: superusers },
  '/api/staff/search': { GET: signedIn },
  '/api/staff/members/:id': { GET: managers },

  '/api/setup': { GET: managers },
  '/api/setup/test-email': { POST: managers },
  '/api/setup/hide': { POST: managers },

  '/api/system': { GET: superusers },
  '/api/system/jobs/:id/retry': { POST: superusers },
  '/api/system/jobs/:id/discard': { POST: superusers },

  '/api/audit': { GET: auditors },
  '/api/audit/export.csv': { GET: auditors },

  '/api/view-as': { POST: viewers },
  // Outside a view it answers with the user's own session.
  '/api/view-as/end': { POST: signedIn },
}
