/** The history shows only loads with rejects that no later load corrected. */
export const WITH_REJECTS = 'con_rechazos'
export const HISTORY = 'historia'
