/**
 * The pages of the web with a number in their path. The build writes no file for them: a web server answers
 * `404.html`, and the portal the same file with status 200.
 */
export const parameterPages = [
  '/requests/:id',
  '/requests/new/:id',
  '/payment-reports/:id',
  '/payments/:id',
  '/imports/loads/:id',
  '/imports/uploads/:id',
  '/announcements/:id',
  '/users/:id',
  '/help/pages/:id',
]
