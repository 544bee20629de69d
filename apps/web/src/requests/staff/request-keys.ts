import type { PageKey } from './page-keys.tsx'

interface Actions {
  onReply: () => void
  onAsk: () => void
  onTemplate: () => void
  onTake: () => void
  onShow: () => void
  onAccept: () => void
  onReject: () => void
  onNext: () => void
  onPrevious: () => void
  onHelp: () => void
}

/** The keys of a request. */
export function requestKeys(actions?: Actions): PageKey[] {
  const { onReply, onAsk, onTemplate, onTake, onShow, onAccept, onReject } = actions ?? {}
  const { onNext, onPrevious, onHelp } = actions ?? {}
  return [
    key('r', 'Responder', onReply),
    key('p', 'Pedir lo que falta', onAsk),
    key('t', 'Elegir una plantilla', onTemplate),
    key('a', 'Asignarme la solicitud', onTake),
    key('v', 'Ver el documento que falta revisar', onShow),
    key('s', 'Aceptar el documento abierto', onAccept),
    key('d', 'Rechazar el documento abierto', onReject),
    key('n', 'Abrir la siguiente de la lista', onNext),
    key('j', 'Abrir la siguiente de la lista', onNext),
    key('k', 'Abrir la anterior de la lista', onPrevious),
    key('Ctrl Enter', 'Enviar la respuesta y abrir la siguiente'),
    key('Ctrl Mayús Enter', 'Enviarla y quedarte en la solicitud'),
    { ...key('?', 'Ver estas teclas', onHelp), isAlwaysOn: true },
  ]
}

function key(key: string, does: string, press?: () => void): PageKey {
  return { key, does, ...(press && { press }) }
}
