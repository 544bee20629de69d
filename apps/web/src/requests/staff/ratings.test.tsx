import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Ratings } from './requests-screen.tsx'

beforeEach(connectSession)

test('the ratings are shown by procedure, with the share of those who said so, of what was resolved (§12.349, §12.2153)', async () => {
  fakeServer({
    'GET /api/requests/ratings/': json(200, {
      results: [
        { procedure_id: 1, title: 'Copia de contrato', answers: 9, helped: 2, not_helped: 1 },
        { procedure_id: 2, title: 'Cesión de derechos', answers: 4, helped: 0, not_helped: 0 },
      ],
    }),
  })
  renderAt('/requests', <Ratings onClose={() => {}} />)
  await screen.findByRole('columnheader', { name: 'Resueltas' })
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([
    expect.stringContaining('67 %'),
    expect.stringMatching(/Cesión de derechos.*-$/),
  ])
})
