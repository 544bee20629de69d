import { Console } from 'node:console'
import workerpool from 'workerpool'

/** Exports of a module that draws. */
interface DrawingModule {
  draw: (content: unknown) => Promise<unknown>
}

/** Runs in a thread of `pdf-pool.ts`, which names the module. */
async function draw(moduleUrl: string, content: unknown): Promise<unknown> {
  const drawing = (await import(moduleUrl)) as DrawingModule
  return drawing.draw(content)
}

// Standard output holds the log alone.
globalThis.console = new Console(process.stderr)

workerpool.worker({ draw })
