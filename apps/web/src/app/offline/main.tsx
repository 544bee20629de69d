import { createRoot } from 'react-dom/client'
import '../../styles/styles.ts'
import '../../styles/figtree.css'
import { readSales } from '@carpeta/contract/read-sale'
import { isOfflineOver, readOfflineCopy } from '../../offline/offline-copy.ts'
import { canWorkOffline, stopOffline } from '../../offline/offline-device.ts'
import { Mantine } from '../../ui/mantine.tsx'
import { OfflinePage } from './offline-page.tsx'

// The page that the service worker shows when there is no network or no server. It makes no call.

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const copy = canWorkOffline() ? await readOfflineCopy() : null
if (canWorkOffline() && (await isOfflineOver())) await stopOffline()

createRoot(root).render(
  <Mantine>
    <OfflinePage copy={copy && { savedAt: copy.savedAt, sales: readSales(copy.sales) }} />
  </Mantine>,
)
