import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { FormDialog } from './form-dialog.tsx'

const onClose = vi.fn()
const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())

function Tree({ isBusy = false }: { isBusy?: boolean }) {
  const [name, setName] = useState('')
  return (
    <FormDialog
      title="Árbol"
      onSubmit={onSubmit}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={name !== ''}
      notice={null}
    >
      <label>
        Nombre
        <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
    </FormDialog>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const show = (tree = <Tree />) => render(<Mantine>{tree}</Mantine>)

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test.each(['Escape', 'Cerrar'])('%s closes a form without changes', async (way) => {
  show()
  await (way === 'Escape' ? userEvent.keyboard('{Escape}') : press('Cerrar'))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(['Escape', 'Cerrar'])('%s asks before typed text is lost (§12.58)', async (way) => {
  const leave = () => (way === 'Escape' ? userEvent.keyboard('{Escape}') : press('Cerrar'))
  show()
  await userEvent.type(screen.getByLabelText('Nombre'), 'Boldo')
  await leave()
  await screen.findByRole('dialog', { name: '¿Cerrar sin guardar?' })
  await press('Seguir escribiendo')
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Boldo')
  expect(onClose).not.toHaveBeenCalled()

  await leave()
  await press('Cerrar sin guardar')
  expect(onClose).toHaveBeenCalledOnce()
})

test('Cancelar closes the form without asking', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Nombre'), 'Boldo')
  await press('Cancelar')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a form that is being saved cannot be closed', async () => {
  show(<Tree isBusy />)
  await userEvent.keyboard('{Escape}')
  await press('Cancelar')
  await press('Cerrar')
  expect(onClose).not.toHaveBeenCalled()
})

test('a question on top of it receives Escape alone', async () => {
  const onStay = vi.fn()
  show(
    <>
      <Tree />
      <Dialog title="¿Sigues ahí?" onClose={onStay}>
        Tu sesión se cerrará
      </Dialog>
    </>,
  )
  await userEvent.keyboard('{Escape}')
  expect(onStay).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('saving does not submit the form that encloses it', async () => {
  const outer = vi.fn()
  show(
    <form onSubmit={outer}>
      <Tree />
    </form>,
  )
  await press('Guardar')
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(outer).not.toHaveBeenCalled()
})
