/**
 * How many statements a call may send to PostgreSQL, with those of its session and of its transaction. Each is a
 * round trip. `:name` is a number of the sample cooperative. What staff read is in the audit log, which takes about
 * six of them, and one where the same read was recorded within the hour. A call that needs more has to say why here, or read less.
 */
export const readBudgets = {
  rosa: {
    '/api/auth/user/': 1,
    '/api/client/': 1,
    '/api/client/sessions/': 2,
    '/api/client/preferences/': 2,
    '/api/client/accesses/': 5,
    '/api/client/rights/': 2,
    '/api/client/news/': 3,
    '/api/client/announcements/': 3,
    '/api/client/announcements/:announcement/': 4,
    '/api/sales-data/': 2,
    '/api/sale-accesses/': 2,
    // With the holidays, for the day of the answer.
    '/api/procedures/': 4,
    '/api/request/draft/?procedure_id=:procedure&sale_code=V-1001': 20,
    '/api/request/drafts/': 6,
    '/api/requests/:request/': 5,
    '/api/payment-account/': 1,
    '/api/payment-reports/own/': 2,
    '/api/member-documents/': 2,
    '/api/help-pages/': 2,
  },
  mario: {
    '/api/staff/counts/': 2,
    '/api/requests/': 10,
    '/api/requests/?q=5000123': 4,
    '/api/requests/:request/': 13,
    '/api/requests/:request/member/': 10,
    '/api/requests/assignees/': 2,
    '/api/requests/procedures/': 2,
    '/api/requests/filters/': 2,
    '/api/requests/ratings/': 2,
    '/api/filings/members/:rosa/': 10,
    '/api/answer-templates/': 2,
    '/api/reports/': 7,
    '/api/procedures/?pageSize=100': 3,
    '/api/holidays/': 2,
  },
  ivan: {
    '/api/staff/counts/': 13,
    '/api/staff/backups/': 2,
    // The search of sales finds their holders itself, since documents use it without the search of members.
    '/api/staff/search/?q=V-7': 12,
    // Accounting's payments, those online and reported, and documents belong to four modules; what waits of her sales, by
    // whomever, is asked of two of them. Beside them the UF of the day.
    '/api/staff/members/:rosa/': 32,
    '/api/users/': 9,
    '/api/users/?orderBy=last_name&orderDesc=true': 9,
    '/api/users/invitations/': 2,
    '/api/users/trashed/': 3,
    '/api/users/:rosa/': 6,
    '/api/users/:rosa/open-matters/': 8,
    '/api/groups/': 3,
    '/api/payment-reports/': 3,
    '/api/announcements/': 3,
    '/api/announcements/audiences/': 2,
    '/api/announcements/:announcement/': 4,
    '/api/announcements/:announcement/readers/': 11,
    '/api/loads/': 3,
    '/api/loads/undoable/': 10,
    '/api/audit/': 12,
    '/api/setup/': 8,
    // Each line of the page asks something else, one after the other.
    '/api/system/': 30,
  },
}

/** The same for what Rosa does. */
export const actionBudgets = {
  'logs in': 17,
  'saves a draft': 16,
  // A locked request is read again, by what is known once it is locked.
  'creates a request': 19,
  'uploads a document': 26,
  'sends a request': 26,
  'logs out': 8,
}
