import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Mantine } from '../mantine.tsx'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

type Step = 'none' | 'name' | 'codes' | 'question'

/** A dialog that is replaced by another one, which asks a question on top of it. */
function Page() {
  const [step, setStep] = useState<Step>('none')
  const [isRemoved, setRemoved] = useState(false)
  const close = () => setStep('none')
  const to = (next: Step) => () => setStep(next)
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={to('name')}>
        Agregar
      </button>
      {step === 'name' && (
        <Dialog key="name" title="Nombre" onClose={close}>
          <button type="button" onClick={to('codes')}>
            Continuar
          </button>
        </Dialog>
      )}
      {(step === 'codes' || step === 'question') && (
        <Dialog key="codes" title="Códigos" onClose={close}>
          {!isRemoved && (
            <button type="button" onClick={to('question')}>
              Quitar
            </button>
          )}
          <button type="button" onClick={close}>
            Listo
          </button>
          {step === 'question' && (
            <Dialog title="¿Quitar?" onClose={to('codes')}>
              <button
                type="button"
                onClick={() => {
                  setRemoved(true)
                  setStep('codes')
                }}
              >
                Sí
              </button>
            </Dialog>
          )}
        </Dialog>
      )}
    </main>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

async function openCodes() {
  render(
    <Mantine>
      <Page />
    </Mantine>,
  )
  await press('Agregar')
  await press('Continuar')
  await screen.findByRole('dialog', { name: 'Códigos' })
}

test('a dialog that replaced another one returns the focus to what opened the first', async () => {
  await openCodes()
  await press('Listo')
  await hasFocus('Agregar')
})

test('a question returns the focus into the dialog below it, even when its opener is gone', async () => {
  await openCodes()
  await press('Quitar')
  await screen.findByRole('dialog', { name: '¿Quitar?' })
  await userEvent.keyboard('{Escape}')
  await hasFocus('Quitar')

  await press('Quitar')
  await press('Sí')
  const codes = screen.getByRole('dialog', { name: 'Códigos' })
  await waitFor(() => expect(document.activeElement).toBe(codes))
  await press('Listo')
  await hasFocus('Agregar')
})
