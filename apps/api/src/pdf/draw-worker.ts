import workerpool from 'workerpool'

/** What the module of a drawing exports. */
interface DrawingModule {
  draw: (content: unknown) => Promise<unknown>
}

/** Runs in a thread of `pdf-pool.ts`, which names the module. */
async function draw(moduleUrl: string, content: unknown): Promise<unknown> {
  const drawing = (await import(moduleUrl)) as DrawingModule
  return drawing.draw(content)
}

workerpool.worker({ draw })
