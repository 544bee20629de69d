import { registerHooks } from 'node:module'

// Node parses the 180 kB of drizzle-orm's package.json once for each of its ES modules, which takes half of a
// start and 100 MB. Its CommonJS build is loaded without that.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      specifier.startsWith('drizzle-orm')
        ? { ...context, conditions: ['node', 'require'] }
        : context,
    ),
})
