import { day } from '@carpeta/domain/testing/build-sale'
import { act, screen } from '@testing-library/react'
import { Component as Screen } from '../sales/dashboard/dashboard-screen.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildUser } from './build-user.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

export const today = day('2026-11-20')

/** A sale on the wire, with the fields that the cards depend on. */
export function wireSale(code: string, venta: Record<string, unknown> = {}) {
  return {
    code,
    venta: {
      proyecto_descripcion: `Proyecto ${code}`,
      propiedad_cod_tipo_descripcion: 'Casa',
      fecha_aprob_semi: '2024-01-10',
      fecha_real: '',
      ...venta,
    },
    actualizado_al: '2026-11-20T09:00:00Z',
  }
}

export function dashboardWith(
  sales: unknown,
  path = '/dashboard',
  answers: Parameters<typeof fakeServer>[0] = {},
) {
  const server = fakeServer({ 'GET /api/sales-data/': json(200, sales), ...answers })
  return { ...server, ...renderAt(path, <Screen />) }
}

export async function cards() {
  const found = await screen.findAllByRole('article')
  // The tabs render right after the cards, so both are there when this returns.
  await act(async () => {})
  return found
}
export const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent)

export const wireRequest = (key: number, estado: string) => ({
  key,
  tramite_titulo: 'Copia de contrato',
  fecha: '2026-11-18',
  respuesta: '',
  fecha_cierre: '',
  estado,
  responder_hasta: '',
  pregunta:
    estado === 'Falta antecedente'
      ? { texto: 'Necesitamos tu cédula vigente.', fecha: '2026-11-19' }
      : null,
})

export function prepareDashboard() {
  connectSession()
  storeUser(buildUser())
}
