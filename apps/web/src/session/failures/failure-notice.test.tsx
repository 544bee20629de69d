import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/client/api-error.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { FailureNotice } from './failure-notice.tsx'

test('a cancelled confirmation is no error', () => {
  const sentence = 'Confirma tu contraseña para continuar'
  const cancelled = new ApiError(403, sentence, sentence, 'reauthentication_required')
  renderAt('/users', <FailureNotice error={cancelled} />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(
    'Cancelaste la confirmación: no se hizo nada.',
  )
})
