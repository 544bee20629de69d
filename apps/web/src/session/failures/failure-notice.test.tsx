import { errorMessage, unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { environment } from '../../environment/environment.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { storeUser } from '../stored-user.ts'
import { FailureNotice } from './failure-notice.tsx'
import { LoadFailure } from './load-failure.tsx'

test('an unexpected failure shows its help code, and one with a sentence of its own does not (§12.532)', () => {
  const headers = new Headers({ 'x-request-id': 'K7M2P-9XQ4T' })
  const shown = (error: unknown) => {
    const { unmount } = renderAt('/users', <FailureNotice error={error} />)
    const text = screen.getByRole('alert').textContent
    unmount()
    return text
  }
  const code =
    'Código de ayuda: K7M2P-9XQ4T. Si vuelve a pasar, escribe a nuestro correo y dinos ese código.'
  const away = 'Servicio no disponible. Inténtalo más tarde.'
  expect(shown(new ApiError(500, {}, unknownErrorMessage, headers))).toBe(
    unknownErrorMessage + code,
  )
  expect(shown(new ApiError(503, away, away, headers))).toBe(away + code)
  expect(shown(new ApiError(200, 'x', unknownErrorMessage, headers))).toBe(
    unknownErrorMessage + code,
  )
  expect(shown(new ApiError(400, 'Rut no válido', 'Rut no válido', headers))).toBe('Rut no válido')
  expect(shown(new ApiError(500, {}, unknownErrorMessage))).toBe(unknownErrorMessage)
  expect(shown(new Error('of the page'))).toBe(unknownErrorMessage)
})

test('a cancelled confirmation is no error (§12.312)', () => {
  const headers = new Headers({ 'x-error-code': 'reauthentication_required' })
  const sentence = 'Confirma tu contraseña para continuar'
  const cancelled = new ApiError(403, sentence, sentence, headers)
  renderAt('/users', <FailureNotice error={cancelled} />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(
    'Cancelaste la confirmación: no se hizo nada.',
  )
})

test('an error is one sentence: never the values of an object, nor that of an exception (§8.4, §12.1022)', () => {
  const shown = (error: Error) => {
    const { unmount } = renderAt('/users', <LoadFailure error={error} onRetry={() => {}} />)
    const text = screen.getByRole('alert').textContent
    unmount()
    return text
  }
  const lines = ['Uno', 'Dos']
  renderAt('/users', <FailureNotice error={new ApiError(400, lines, errorMessage(400, lines))} />)
  expect(screen.getByRole('alert').textContent).toBe('Uno')
  cleanup()
  const object = { title: lines, detail: 'Traceback' }
  for (const status of [400, 403, 409]) {
    expect(shown(new ApiError(status, object, errorMessage(status, object)))).toContain(
      unknownErrorMessage,
    )
  }
  expect(shown(new TypeError('x is undefined'))).toBe(`${unknownErrorMessage}Reintentar`)
})

test('a help code says whom to tell it, with an email that has it already; staff know (§12.1727)', async () => {
  fakeServer({
    'GET /environments.json': json(200, {
      localhost: { contact_email: 'contacto@vista.example' },
    }),
  })
  await environment()
  const headers = new Headers({ 'x-request-id': 'K7M2P-9XQ4T' })
  const error = new ApiError(500, {}, unknownErrorMessage, headers)
  renderAt('/dashboard', <FailureNotice error={error} />)
  const link = await screen.findByRole('link', { name: /@/ })
  expect(link.getAttribute('href')).toBe(
    'mailto:contacto@vista.example?subject=C%C3%B3digo%20de%20ayuda%20K7M2P-9XQ4T',
  )
  cleanup()
  storeUser(buildStaff())
  renderAt('/users', <FailureNotice error={error} />)
  expect(screen.getByRole('alert').textContent).toBe(
    `${unknownErrorMessage}Código de ayuda: K7M2P-9XQ4T`,
  )
})
