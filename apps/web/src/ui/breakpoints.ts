/** The widths, in px, at which screens change; a style writes them as numbers. */
export const breakpoints = {
  /** Below it buttons take a whole row. */
  narrow: 480,
  /** Below it every table is cards. */
  phone: 640,
  /** From it on there is room for a second column, or for staff's navigation. */
  desktop: 1024,
  /** From it on there is room for both. */
  wide: 1200,
}

type Name = keyof typeof breakpoints

/** @param scale of text that needs more room */
export const below = (name: Name, scale = 1) => `(max-width: ${breakpoints[name] * scale - 0.02}px)`
export const from = (name: Name) => `(min-width: ${breakpoints[name]}px)`
