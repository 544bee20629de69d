/** A drawing that never ends. */
export function draw(): Promise<Uint8Array> {
  for (;;);
}
