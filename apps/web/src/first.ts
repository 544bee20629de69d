import { callEarly } from './sales/early-sales.ts'

// A small file of its own, which the dashboard runs while its other scripts arrive (vite.config.ts). The build loads it
// too, to write the pages.

if (typeof window !== 'undefined' && /^\/dashboard\/?$/.test(window.location.pathname)) callEarly()
