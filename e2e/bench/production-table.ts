import type { Browser } from '@playwright/test'

const TABLE = '/environments.json'
const production = { environment: 'production', debug: false, max_inactivity: 3_600_000 }

/**
 * The browser's pages get the host table of a production, which has no '(local)' beside its name: only a local
 * portal serves the sample. No other request is intercepted, since that would cost time.
 */
export async function serveProductionTable(browser: Browser, url: string): Promise<void> {
  const { localhost } = await (await fetch(`${url}${TABLE}`)).json()
  const table = { localhost: { ...localhost, ...production } }
  const body = Buffer.from(JSON.stringify(table)).toString('base64')
  const protocol = await browser.newBrowserCDPSession()
  protocol.on('Fetch.requestPaused', ({ requestId }) =>
    protocol.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'Content-Type', value: 'application/json; charset=utf-8' }],
      body,
    }),
  )
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: `*${TABLE}` }] })
}
