import { offlineMessages } from '@carpeta/domain/offline/offline-texts'
import { day } from '@carpeta/domain/testing/build-sale'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { currentOfflineCopy } from '../../offline/offline-device.ts'
import { isOfflineOffered } from '../../offline/start-offline.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { OfflineOfferPart } from './offline-offer-part.tsx'

vi.mock(import('../../offline/start-offline.ts'), { spy: true })
vi.mock(import('../../offline/offline-device.ts'), { spy: true })

const offered = vi.mocked(isOfflineOffered)
const copy = vi.mocked(currentOfflineCopy)

beforeEach(() => {
  storeUser(buildUser())
  offered.mockReset().mockResolvedValue(true)
  copy.mockReset().mockResolvedValue(null)
})

function onPhone() {
  const { matchMedia } = window
  onTestFinished(() => void vi.spyOn(window, 'matchMedia').mockImplementation(matchMedia))
  onScreen('639.98px')
}

const visit = (today: string) => renderAt('/dashboard', <OfflineOfferPart today={day(today)} />)

test('from the second day on Rosa’s phone offers to keep her statement, which leads to the switch, until she refuses (§12.2427)', async () => {
  onPhone()
  visit('2026-11-20').unmount()
  visit('2026-11-20').unmount()
  expect(offered).not.toHaveBeenCalled()

  const { unmount } = visit('2026-11-21')
  expect(await screen.findByText(offlineMessages.offer)).toBeTruthy()
  const way = screen.getByRole('link', { name: 'Ver cómo' })
  expect(way.getAttribute('href')).toBe('/profile#sin-conexion')
  await userEvent.click(screen.getByRole('button', { name: 'No, gracias' }))
  expect(screen.queryByText(offlineMessages.offer)).toBeNull()
  unmount()
  offered.mockClear()
  visit('2026-11-22')
  expect(offered).not.toHaveBeenCalled()
})

test('nothing is offered where it is on, to staff who view, and on a computer (§12.2427)', async () => {
  visit('2026-11-20').unmount()
  expect(Object.keys(localStorage)).toEqual(['user'])
  onPhone()
  localStorage.setItem('offline_offer', '2026-11-20')
  copy.mockResolvedValue({ owner: 1, savedAt: 0, sales: [] })
  const { unmount } = visit('2026-11-21')
  await waitFor(() => expect(copy).toHaveBeenCalledOnce())
  expect(screen.queryByText(offlineMessages.offer)).toBeNull()
  unmount()
  copy.mockClear()
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  visit('2026-11-21')
  expect(copy).not.toHaveBeenCalled()
})
