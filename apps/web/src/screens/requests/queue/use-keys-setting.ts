import { useState } from 'react'

const STORED = 'queue_keys'
const OFF = 'off'

/** Whether the keys of the list are in use, remembered in this browser. On unless switched off. */
export function useKeysSetting(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readSetting)

  function change(next: boolean) {
    setOn(next)
    if (next) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, OFF)
  }

  return [isOn, change]
}

function readSetting(): boolean {
  // The prerendering has no storage.
  return typeof window === 'undefined' || localStorage.getItem(STORED) !== OFF
}
